import type { Speech } from './speeches.ts'

export const saleHearing: readonly Speech[] = [
  [
    'THE CLERK',
    'Calling Civil Action 25-417, Federal Investment Markets Commission versus Harrow Creek Capital Partners and others. Counsel, please state your appearances.',
  ],
  [
    'MS. OYELARAN',
    'Good morning, Your Honor. Miriam Oyelaran for the Receiver, Lenora Castellane, who is with me at the table.',
  ],
  ['MS. THORNQUIST', 'Good morning. Rebecca Thornquist for the Commission.'],
  [
    'MR. GASKILL',
    'Howard Gaskill for First Prairie Agricultural Bank, intervenor for limited purposes, Your Honor.',
  ],
  [
    'MR. SORREL',
    'Nathaniel Sorrel for Mr. Vanterpool, who has waived his appearance this morning.',
  ],
  [
    'THE COURT',
    'Good morning to you all. I also see a number of people in the gallery. You are welcome here. If any of you wishes to say something before we finish I will give you a chance. Ms. Oyelaran, this is your motion.',
  ],
  [
    'MS. OYELARAN',
    'Thank you. It is number 21 on the docket, for approval of the sale of Cold Spring Orchard. I can report that the one objection has been resolved. We added the sentence that the bank asked for at paragraph 3, and a new paragraph 4 about expenses.',
  ],
  ['THE COURT', 'Mr. Gaskill, is that so?'],
  [
    'MR. GASKILL',
    'It is, Your Honor. The bank withdraws its limited objection on the strength of the revised order, and we appreciate the Receiver’s courtesy.',
  ],
  ['THE COURT', 'Has anybody made a competing offer?'],
  [
    'MS. OYELARAN',
    'No, Your Honor. We had one call last Thursday from a gentleman who wanted to know whether he could buy only the cold storage. I told him what the statute requires and did not hear from him again.',
  ],
  [
    'THE COURT',
    'All right. The statute wants a hearing and I would like to hear a little evidence. Would the Receiver take the stand.',
  ],
  ['', '(LENORA J. CASTELLANE, RECEIVER, SWORN.)'],
  ['', 'DIRECT EXAMINATION BY MS. OYELARAN:'],
  ['Q', 'Ms. Castellane, how was the orchard marketed?'],
  [
    'A',
    'Through Meridian Farm Realty, which sells more orchard land than anyone in this part of the state. They mailed to about 2,100 names and listed it in the places where growers look. We had nine tours. I went along on five of them myself.',
  ],
  ['Q', 'Why did you go along?'],
  [
    'A',
    'Because people ask the receiver things that they do not ask the broker. They wanted to know about the water, mostly, and whether the crew would stay.',
  ],
  ['Q', 'How many written offers did you receive?'],
  [
    'A',
    'Four, between five million one and six million six. I asked all four to come back with their best. Two did. Osgood went to six eight-fifty, all cash.',
  ],
  ['Q', 'How does that compare with the appraisals?'],
  [
    'A',
    'The average of the three is six million seven hundred twenty-five thousand. So we are a hundred and twenty-five thousand above it.',
  ],
  ['Q', 'What would happen if you did not sell now?'],
  [
    'A',
    'I would have to prune. That is a crew of fourteen for nine weeks. I would have to fix the compressor with the estate’s money, pay a year’s tax, and hope that there is no frost in May. I have been told there has been frost in May in three of the last seven years.',
  ],
  ['Q', 'Do you have any connection with the buyer?'],
  ['A', 'I buy their cider. Otherwise no.'],
  ['THE COURT', 'The record will reflect that the Court does too. Does that trouble anyone?'],
  ['MR. SORREL', 'No objection from us, Your Honor.'],
  ['MS. OYELARAN', 'Nothing further.'],
  [
    'THE COURT',
    'Ms. Castellane, I have a question or two of my own. The agreement has a reimbursement of forty thousand dollars if a higher bidder wins. Why is that there?',
  ],
  [
    'THE WITNESS',
    'They asked for a hundred and fifty. They had paid for well tests, a survey and an engineer. I thought that forty was fair, since another buyer would have had the use of all three.',
  ],
  ['THE COURT', 'And it comes only out of the higher price.'],
  ['THE WITNESS', 'Only from that. If there is no other sale it costs the estate nothing.'],
  ['THE COURT', 'What becomes of the people who work in the shed?'],
  [
    'THE WITNESS',
    'There are twenty-two in the season and seven in the winter. Osgood has told me that they will be offered their jobs at the same wage. It is in the agreement as an intention and not as a promise, because I cannot promise for a buyer, but I believe them.',
  ],
  ['THE COURT', 'Any cross?'],
  [
    'MS. THORNQUIST',
    'Nothing from the Commission. We reviewed the offers as they came in and think this was well done.',
  ],
  [
    'THE COURT',
    'You may step down. Now, is there anyone in the gallery who would like to be heard about this sale?',
  ],
  [
    'MR. PENHALLOW',
    'Your Honor, my name is Walter Penhallow. My wife June is here. We wrote you a letter.',
  ],
  [
    'THE COURT',
    'You did, sir, and I read it more than once. Please come forward if it is comfortable for you, or you may speak from there.',
  ],
  [
    'MR. PENHALLOW',
    'From here is fine. I wanted to ask who is pruning. She said that they are, so that is answered. I only want to say that it is good ground, and that whoever has it ought to know that the low block by the creek floods about every tenth year, in March.',
  ],
  ['THE COURT', 'I suspect that the buyer’s representative is writing that down.'],
  ['MR. PENHALLOW', 'And we would like to know that the money stays where you can see it.'],
  [
    'THE COURT',
    'That is a fair thing to ask. Ms. Oyelaran, tell Mr. Penhallow where the money goes.',
  ],
  [
    'MS. OYELARAN',
    'It goes by wire from the title company into an account that holds nothing else. Nobody is paid out of it, including me, unless Your Honor signs an order. The balance will be in every quarterly report, on the first page.',
  ],
  ['THE COURT', 'Does that answer it, sir?'],
  ['MR. PENHALLOW', 'Yes, ma’am. Thank you.'],
  [
    'THE COURT',
    'Thank you for coming. I am prepared to rule. I find that three disinterested appraisers were appointed, that the price is not less than two-thirds of the appraised value and is in fact above all but one of the appraisals, that the terms were published as the statute requires, and that no higher offer has been made.',
  ],
  [
    'THE COURT',
    'I find that the property was fairly exposed to the market and that the buyer acted in good faith. The best interests of the estate will be served by selling before the season starts rather than after. The motion is granted and I will sign the order today or tomorrow.',
  ],
  [
    'THE COURT',
    'Let me say one more thing for those who have come a long way. This is one property of several. It will be some time before anyone is paid, because I have to know first who is owed and how much. I have asked the Receiver to move on that as quickly as is consistent with getting it right. Is there anything further?',
  ],
  [
    'MS. OYELARAN',
    'Only that the revised order has been e-mailed to chambers in a form that can be edited.',
  ],
  ['THE COURT', 'I have it. Then we are in recess. Drive carefully, there is ice on the bridge.'],
]
