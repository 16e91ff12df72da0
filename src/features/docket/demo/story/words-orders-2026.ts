import type { OrderWords } from './words-orders.ts'

export const employmentOrder: OrderWords = {
  findings: [
    'The Receiver moves (ECF No. 12) for leave to employ counsel and forensic accountants. No response was filed within the time allowed by Local Rule 7.2, and the Commission states that it does not oppose the motion.',
    'The declarations show that both firms are disinterested, that their rates have been reduced by a fifth, and that the work they are to do is needed. The former representation of a land seller by two departed attorneys is disclosed and is not disqualifying.',
  ],
  decrees: [
    'The motion is GRANTED. The Receiver may employ Pruett Oyelaran LLP and Tidewell Forensic Group, Inc., each effective August 14, 2025.',
    'Compensation shall be paid only on application and order. Applications shall be made no more often than quarterly and shall be served in draft on the Commission thirty days before they are filed.',
    'The Receiver shall report any increase in rates before it takes effect.',
  ],
}

export const interventionOrder: OrderWords = {
  findings: [
    'First Prairie Agricultural Bank moves to intervene (ECF No. 15), asserting a deed of trust on the Bellwether Grain Terminal that secures approximately $4.8 million. The Receiver opposes intervention as unnecessary and, in the alternative, asks that it be limited (ECF No. 16). The bank replied (ECF No. 17).',
    'The motion is timely, and the bank plainly has an interest in property that is in the Receiver’s hands. The closer question is whether disposing of the action may impair that interest as a practical matter. The lien is not disputed, and the value of the terminal exceeds the debt by a margin that is comfortable today.',
    'Margins, however, are estimates. The bank’s collateral is an operating business whose value depends on decisions made from week to week, and the Receiver’s duty runs to all who have claims on the estate, among whom the bank is one. The burden of showing that representation may be inadequate is minimal and has been met.',
    'Intervention may be conditioned. The concern that an enforcement action could become a creditors’ free-for-all is a real one, and the Court shares it. It is met by confining the bank’s participation to matters that affect its collateral.',
    'As to the stay, the bank has not shown that the balance favors lifting it. Its equity cushion is substantial, interest continues to accrue, and a foreclosure at this stage would remove from the estate its only source of regular income.',
  ],
  decrees: [
    'The motion (ECF No. 15) is GRANTED IN PART. First Prairie Agricultural Bank may intervene for the limited purpose of being heard on matters directly affecting the Bellwether Grain Terminal and the proceeds of that property.',
    'The bank shall take no discovery without leave. The Receiver shall furnish it the terminal’s monthly operating statement by the twentieth of the following month.',
    'The stay in paragraph 9 of the Order Appointing Receiver remains in effect. The request for current payment of interest is DENIED without prejudice to renewal after June 1, 2026.',
  ],
}

export const saleOrder: OrderWords = {
  findings: [
    'The Receiver’s motion (ECF No. 21) for approval of the private sale of Cold Spring Orchard came on for hearing on January 14, 2026. The Court heard the testimony of the Receiver and the argument of counsel. The limited objection of First Prairie Agricultural Bank (ECF No. 23) was resolved before the hearing. No other objection was made and no competing offer was received.',
    'The Court finds that three disinterested appraisers were appointed by its earlier text order; that their appraisals average $6,725,000; that the price of $6,850,000 is not less than two-thirds of the appraised value; and that the terms of the sale were published as 28 U.S.C. § 2001(b) requires.',
    'The property was exposed to the market for more than sixty days through a broker familiar with it. The buyer is unrelated to any party, bought at arm’s length, and is a purchaser in good faith.',
    'The best interests of the estate will be conserved by the sale. Delay would impose on the estate the cost of pruning, taxes and frost protection with no corresponding prospect of a better price.',
  ],
  decrees: [
    'The motion is GRANTED. The sale of Cold Spring Orchard to Osgood Fruit Cooperative for $6,850,000 on the terms of the Purchase and Sale Agreement is APPROVED and CONFIRMED.',
    'The Receiver may convey the property by receiver’s deed, free and clear of all liens, claims and interests except the easements of record listed in Exhibit 2 to the agreement.',
    'All liens on the property sold attach to the proceeds of that property with the validity and priority that they had. Liens on other property of the estate are not affected.',
    'No expense of the sale shall be charged against the collateral of First Prairie Agricultural Bank.',
    'The deed of trust recorded on May 6, 2021 as Instrument 2021-004417 secures no obligation, is released by the agreement of its holder, and shall be cancelled of record.',
    'The Receiver may pay from the proceeds the broker’s commission of four percent, the irrigation assessment, prorated taxes and ordinary closing charges, and shall hold the balance in a segregated account.',
    'The recorder of Tamarack County may rely on a certified copy of this Order.',
    'The stay of Fed. R. Civ. P. 62(a) is waived. The Receiver shall file a notice of closing within fifteen days after it occurs.',
  ],
  proposed: [
    'The motion is GRANTED. The sale of Cold Spring Orchard to Osgood Fruit Cooperative for $6,850,000 on the terms of the Purchase and Sale Agreement is APPROVED and CONFIRMED.',
    'The Receiver may convey the property by receiver’s deed, free and clear of all liens, claims and interests except the easements of record listed in Exhibit 2 to the agreement.',
    'All liens attach to the proceeds with the validity and priority that they had.',
    'The deed of trust recorded on May 6, 2021 as Instrument 2021-004417 secures no obligation and shall be cancelled of record.',
    'The Receiver may pay from the proceeds the broker’s commission of four percent, the irrigation assessment, prorated taxes and ordinary closing charges.',
    'The recorder of Tamarack County may rely on a certified copy of this Order.',
    'The stay of Fed. R. Civ. P. 62(a) is waived.',
  ],
}

export const feeOrder: OrderWords = {
  findings: [
    'The Receiver applies for interim compensation for herself and her professionals. The Commission does not oppose the application and no objection was filed.',
    'The Court has reviewed the time records. They are detailed and contemporaneous, tasks were given to persons of suitable rank, and the reductions made at the Commission’s suggestion are appropriate. The work has brought into the estate several times what it cost.',
    'Two entries for attendance at a trade conference, totalling 5.4 hours, are not shown to have benefited the estate and are disallowed. In other respects the amounts are reasonable.',
  ],
  decrees: [
    'The application is GRANTED as modified. The fees and expenses requested are ALLOWED on an interim basis, less $2,376.00.',
    'The Receiver may pay eighty percent of the fees and all of the expenses from cash on hand. The balance is held back pending the final application.',
    'Interim allowances are subject to review at the close of the case.',
  ],
  proposed: [
    'The application is GRANTED. The fees and expenses requested are ALLOWED on an interim basis.',
    'The Receiver may pay eighty percent of the fees and all of the expenses from cash on hand. The balance is held back pending the final application.',
    'The Receiver may pay the amounts allowed without further order, in such installments as the cash needs of the properties permit, and shall report the payments in her next quarterly report.',
    'Interim allowances are subject to review at the close of the case.',
  ],
}

export const turnoverOpinion: OrderWords = {
  findings: [
    'The Receiver moves (ECF No. 30) for an order directing the Relief Defendant, Vanterpool Family Holdings, LLC, to turn over a house on Lake Ammerance and a bank account. Mr. Vanterpool and the Relief Defendant oppose (ECF No. 31). The Court held an evidentiary hearing on April 2, 2026, at which Mr. Lisowski was examined at length and Mr. Vanterpool testified on limited subjects. These are the Court’s findings and conclusions under Fed. R. Civ. P. 52(a).',
    'The facts are for the most part undisputed. The Relief Defendant was formed on March 2, 2020, and forty-one days later agreed to buy the house for $2,150,000. Three wires from an account of Harrow Creek Management Services paid $2,086,400 of the price. Each was funded on the same day by transfers from the funds, and each of those by deposits of investors made within the preceding eight days.',
    'The Court credits Mr. Lisowski. His work rests on the banks’ records, was done twice, and was not shaken by a careful cross-examination. When it was pointed out that a deposit of June 4, 2020 might have been a refund from a seller of land, he went to the image of the check during the recess, reported that it was, and corrected the schedule by $11,250 against the Receiver.',
    'The Court does not credit the explanation that the transfers were fees. The partnership agreements measure the fee by a net asset value to be certified by an independent administrator. There was none. No fee was booked, reported to investors, or declared as income in any year. It is possible to earn a fee without booking it, but not to earn one whose measure does not exist.',
    'Nor does the promissory note help. It is printed on a form whose publisher’s legend reads “Rev. 2/2022.” Mr. Vanterpool said that he does not know what form it was printed on. The Court finds that it was not signed in 2020 and gives it no weight.',
    'The opposing accountant’s proportional method is respectable in itself. But his computation depends on treating the proceeds of First Prairie’s loan as Mr. Vanterpool’s own. They were not; they were borrowed by an entity now in receivership, against property bought with investors’ money. Corrected for that, the two methods nearly agree.',
    'A relief defendant who holds the proceeds of fraud and has no legitimate claim to them must give them up. The burden of tracing has been carried as to 96.5 percent of the price. As to the remaining $74,850, which was commingled by Mr. Vanterpool in accounts of which he kept no records, the burden of separating it passed to the Relief Defendant, and was not met.',
    'The Court has drawn no adverse inference from the invocation of privilege. None is needed.',
    'It is said that the equities favor patience. The Court is not indifferent to children who must change houses. But the family has lived there for the better part of six years on money that belonged to people who, as the letters on this docket show, needed it more. The Receiver’s proposal of a reasonable time to move is fair and will be adopted.',
    'Personal effects are another matter. The Receiver has withdrawn her request as to them, and properly.',
  ],
  decrees: [
    'The motion (ECF No. 30) is GRANTED, except as to personal effects, as to which it is DENIED AS MOOT.',
    'A constructive trust in favor of the receivership estate is imposed on the real property at 27 Heron Point Road, Lake Ammerance, Franklin, and on the account ending 6640 at Lake Ammerance Savings.',
    'The Relief Defendant shall execute a deed of the property to the Receiver within fourteen days. If it does not, this Order shall operate as a conveyance under Fed. R. Civ. P. 70.',
    'Possession shall be delivered, broom clean, by June 30, 2026. Until then the occupants shall pay the insurance and utilities and shall permit inspection on two days’ notice.',
    'The Receiver may list the property for sale and shall move for approval of any sale under 28 U.S.C. § 2001.',
  ],
  proposed: [
    'The motion is GRANTED.',
    'A constructive trust in favor of the receivership estate is imposed on the real property at 27 Heron Point Road, Lake Ammerance, Franklin, its furnishings, and the account ending 6640 at Lake Ammerance Savings.',
    'The Relief Defendant shall execute a deed of the property to the Receiver within ten days, failing which this Order shall operate as a conveyance under Fed. R. Civ. P. 70.',
    'Possession shall be delivered, broom clean, by June 30, 2026.',
    'Lake Ammerance Savings shall pay the balance of the account to the Receiver on presentation of a certified copy of this Order.',
    'The Receiver may list the property for sale.',
  ],
}

export const secondFeeOrder: OrderWords = {
  findings: [
    'The Receiver applies a second time for interim compensation for herself and her professionals (ECF No. 41). The Commission does not oppose the application. One investor wrote to ask why the hours of the accountants had increased; the Receiver answered that the investors’ statements of account were prepared during the period, and furnished a sample.',
    'The Court has reviewed the time records. The work on statements of account was substantial but will spare six hundred people the trouble of reconstructing their own, and the estate the cost of arguing with them. The blended rate has fallen by eleven percent since the first application.',
    'The amounts requested are reasonable, are within the discretion described in the order on the first application (ECF No. 28), and leave the estate with sufficient cash.',
  ],
  decrees: [
    'The application is GRANTED. The fees and expenses requested are ALLOWED on an interim basis.',
    'The Receiver may pay eighty percent of the fees and all of the expenses from cash on hand. The balance is held back pending the final application.',
    'Beginning with the next application the Receiver shall include a table that shows, for each category of work, what it cost and what it brought in, in a form that an investor can follow.',
    'Interim allowances are subject to review at the close of the case.',
  ],
}
