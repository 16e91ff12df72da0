import type { Speech } from './speeches.ts'

export const turnoverOpening: readonly Speech[] = [
  [
    'THE CLERK',
    'Civil Action 25-417, on the Receiver’s motion for turnover. This is an evidentiary hearing.',
  ],
  [
    'THE COURT',
    'Good morning. I have read the papers. Direct testimony is by declaration, so I would like to go straight to cross-examination. Are there preliminary matters?',
  ],
  [
    'MS. OYELARAN',
    'One, Your Honor. We have agreed that the bank records, Receiver’s Exhibits 1 through 38, come in without objection, and we have withdrawn the request as to personal effects.',
  ],
  [
    'THE COURT',
    'The exhibits are received. I am glad about the piano. Ms. Albright, your witness, I believe.',
  ],
  ['MS. ALBRIGHT', 'Thank you. The Relief Defendant calls Gordon Lisowski for cross-examination.'],
  ['', '(GORDON P. LISOWSKI, RECEIVER’S WITNESS, SWORN.)'],
  ['', 'CROSS-EXAMINATION BY MS. ALBRIGHT:'],
  [
    'Q',
    'Mr. Lisowski, you did not speak with Mr. Vanterpool before you prepared your schedule, did you?',
  ],
  ['A', 'I asked to. I was told through counsel that he would not be answering questions.'],
  ['Q', 'So you do not know what he intended when he made a particular transfer.'],
  [
    'A',
    'No. I know what the bank did, and I know what was in the account that morning and that night.',
  ],
  [
    'Q',
    'You used something called the lowest intermediate balance rule. Nobody told you that you had to.',
  ],
  [
    'A',
    'Nobody told me anything. I used it because the accounts were commingled and it is the method that I would use for either side. Then I ran it a second way.',
  ],
  ['Q', 'Let us go through the transfers, then. I would like you to turn to the schedule.'],
  ['A', 'I have it.'],
]

export const turnoverClosing: readonly Speech[] = [
  [
    'Q',
    'I want to ask about the deposit of June 4, 2020, for $11,250. You called that an investor’s deposit. Are you certain?',
  ],
  ['A', 'It was in a batch with investors’ checks. I would want to look at the image.'],
  [
    'THE COURT',
    'We will take the morning recess. Mr. Lisowski, you may look at the image during the break if both counsel are with you.',
  ],
  ['', '(RECESS FROM 10:48 A.M. TO 11:06 A.M.)'],
  ['Q', 'Did you look at it?'],
  [
    'A',
    'I did, and you were right to ask. It is a refund from the seller of a parcel in Marlow County. I would take it out of the schedule. The percentage goes down by about half a point.',
  ],
  ['Q', 'So the schedule was wrong.'],
  ['A', 'That entry was. I am grateful to have it pointed out.'],
  ['MS. ALBRIGHT', 'No further questions of this witness.'],
  ['', 'REDIRECT EXAMINATION BY MS. OYELARAN:'],
  ['Q', 'With that correction, what part of the price of the house comes from investors?'],
  ['A', 'Ninety-six and a half percent.'],
  ['Q', 'And of the remainder, what can you say?'],
  [
    'A',
    'That it passed through an account of Mr. Vanterpool’s for which there are no records on his side. It may have been his. I cannot tell, and I do not think that anyone could.',
  ],
  ['MS. OYELARAN', 'Nothing further, and the Receiver rests on the declarations.'],
  ['THE COURT', 'Ms. Albright?'],
  [
    'MS. ALBRIGHT',
    'The Relief Defendant calls Mr. Vanterpool, on the limited subjects in his declaration.',
  ],
  ['', '(DESMOND R. VANTERPOOL, DEFENDANT, SWORN.)'],
  ['', 'CROSS-EXAMINATION BY MS. OYELARAN:'],
  [
    'Q',
    'Mr. Vanterpool, the note attached to the opposition as part of Exhibit A. You say you signed it in 2020.',
  ],
  ['A', 'That is my recollection.'],
  ['Q', 'Would you read the small print at the bottom left corner?'],
  ['A', 'It says “Form 1180, Rev. 2/2022.”'],
  ['Q', 'Can you explain how you signed in 2020 a form that was first printed in 2022?'],
  ['A', 'I do not know what form it was printed on.'],
  ['Q', 'Who certified the net asset value of the funds for purposes of the management fee?'],
  [
    'MR. SORREL',
    'Objection. That goes beyond the declaration, and I instruct my client not to answer.',
  ],
  [
    'THE COURT',
    'It is within paragraph 4, where he says that he was entitled to the fee. But he may assert his privilege if he wishes, and I will not hold it against him today. Sir?',
  ],
  ['THE WITNESS', 'On the advice of counsel I respectfully decline to answer.'],
  ['THE COURT', 'Very well. Anything else?'],
  ['MS. OYELARAN', 'No, Your Honor.'],
  [
    'THE COURT',
    'I will take the matter under submission and you will have a written decision within two weeks. I would ask the family, in the meantime, to put a tarpaulin on the boathouse. Whoever ends up with it will want the roof. We are adjourned.',
  ],
]
