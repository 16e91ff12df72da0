import { testStamps } from '../../../test/support/stamps-of-courts.ts'

testStamps('stamps as courts of appeals print them', {
  '1st Cir.': [
    'Case: 20-1234     Document: 00117712345     Page: 1     Date Filed: 03/02/2021     Entry ID: 6405555',
    ['20-1234', '00117712345', 0, '2021-03-02', 1, null],
  ],
  '2d Cir.': [
    'Case 17-3510, Document 1-1, 10/31/2017, 2161300, Page1 of 2',
    ['17-3510', '1', 1, '2017-10-31', 1, 2],
  ],
  '3d Cir.': [
    'Case: 20-1234     Document: 12     Page: 1     Date Filed: 03/02/2022',
    ['20-1234', '12', 0, '2022-03-02', 1, null],
  ],
  '10th Cir. BAP': [
    'BAP Appeal No. 20-12    Docket No. 34-1    Filed: 05/05/2020    Page: 1 of 20',
    ['20-12', '34', 1, '2020-05-05', 1, 20],
  ],
  '4th Cir.': [
    'USCA4 Appeal: 21-1234      Doc: 12-1      Filed: 03/02/2022      Pg: 1 of 20',
    ['21-1234', '12', 1, '2022-03-02', 1, 20],
  ],
  '5th Cir.': [
    'Case: 21-50498     Document: 00516242060          Page: 1    Date Filed: 03/16/2022',
    ['21-50498', '00516242060', 0, '2022-03-16', 1, null],
  ],
  '6th Cir.': [
    'Case: 20-1234     Document: 12-2     Filed: 05/05/2020     Page: 7',
    ['20-1234', '12', 2, '2020-05-05', 7, null],
  ],
  '7th Cir.': [
    'Case: 20-1234      Document: 12            Filed: 05/05/2020      Pages: 15',
    ['20-1234', '12', 0, '2020-05-05', null, 15],
  ],
  '8th Cir.': [
    'Appellate Case: 22-1801     Page: 1      Date Filed: 01/19/2023 Entry ID: 5236951',
    ['22-1801', '5236951', 0, '2023-01-19', 1, null],
  ],
  '9th Cir.': [
    'Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19, Page 1 of 15',
    ['20-16276', '19', 0, '2020-08-05', 1, 15],
  ],
  '9th Cir., attachment': [
    'Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19-2, Page 1 of 15',
    ['20-16276', '19', 2, '2020-08-05', 1, 15],
  ],
  '10th Cir.': [
    'Appellate Case: 21-1234     Document: 010110651234     Date Filed: 03/02/2022     Page: 1',
    ['21-1234', '010110651234', 0, '2022-03-02', 1, null],
  ],
  '11th Cir.': [
    'USCA11 Case: 21-12345     Document: 12     Date Filed: 01/03/2022     Page: 1 of 20',
    ['21-12345', '12', 0, '2022-01-03', 1, 20],
  ],
  'D.C. Cir.': [
    'USCA Case #20-1234      Document #1871234            Filed: 11/16/2020      Page 1 of 20',
    ['20-1234', '1871234', 0, '2020-11-16', 1, 20],
  ],
  'Fed. Cir.': [
    'Case: 14-1326      Document: 3     Page: 1     Filed: 03/18/2014',
    ['14-1326', '3', 0, '2014-03-18', 1, null],
  ],
  '2d and 9th Cir. since 2023': [
    'Case: 23-3787, 05/14/2024, DktEntry: 29.1, Page 1 of 76',
    ['23-3787', '29', 0, '2024-05-14', 1, 76],
  ],
  '2d and 9th Cir. since 2023, another document': [
    'Case: 23-3787, 05/14/2024, DktEntry: 29.3, Page 1 of 76',
    ['23-3787', '29', 3, '2024-05-14', 1, 76],
  ],
})
