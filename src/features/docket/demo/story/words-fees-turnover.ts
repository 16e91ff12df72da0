/** Employment and compensation of professionals. */
export const employment: readonly string[] = [
  'The Receiver asks leave to employ Pruett Oyelaran LLP as general counsel and Tidewell Forensic Group, Inc. as forensic accountants, each effective from the date of the Order Appointing Receiver, on the terms of the engagement letters attached to the supporting declarations.',
  'Counsel is needed to advise on the duties and powers of the office, to obtain turnover of property, to negotiate with lenders, tenants and buyers, to prepare the reports and motions that the Order Appointing Receiver requires, and to bring such actions as the Court may later authorize.',
  'Accountants are needed because the books of the Receivership Entities cannot be relied on. Until receipts and disbursements are reconstructed from bank records the Receiver cannot say who was paid what, which properties were bought with whose money, or how a loss should be measured.',
  'Both firms have agreed to a discount of twenty percent from their ordinary rates, to a cap on blended hourly rates, to charge travel at half, and not to charge for word processing, local telephone, or the preparation of bills. Rates will not be raised during the first eighteen months.',
  'Each firm has searched its records for connections with the parties, the known investors, the sales agents and the lenders. Two attorneys formerly with Pruett Oyelaran represented a seller of land to a Receivership Entity in 2020; both left before this action, and the matter is closed. No other connection was found.',
  'The Receiver considered three firms for each engagement. She chose firms with offices in this Division so that no travel would be charged for court appearances, and with experience of agricultural property, which at the outset of a harvest was not a luxury.',
]

export const feeFacts: readonly string[] = [
  'During the period covered by this application the Receiver and her professionals recorded 2,316 hours. At their ordinary rates the time would come to {amount}. After the agreed discount, and a further voluntary reduction of {small} for duplicated attendance at meetings, the amount requested is {amount}.',
  'The work falls into six categories defined by the Commission’s billing instructions: asset analysis and recovery, asset disposition, business operations, case administration, claims administration, and accounting. The summary attached as Exhibit A shows hours and amounts for each by professional.',
  'Nearly a third of the time went to asset recovery. That work brought in {amount} in cash during the period and secured, through agreements or recorded notices, property worth several times as much. Business operations, which occupied about a fifth, declined as each property was leased or prepared for sale.',
  'Draft bills were sent to the Commission’s staff thirty days before this filing. The staff asked about {n} entries and the Receiver adjusted nine of them. The Commission has stated that it does not oppose the application.',
  'Expenses of {small} are requested at cost. They consist chiefly of filing and recording charges, the imaging of computers, service of subpoenas, publication and postage. Meals and ordinary overhead are not included.',
  'The Receiver proposes that twenty percent of the fees be held back until her final application. She has billed her own time at $310 an hour, and has not charged for interviews with the press or for the time of her assistant.',
  'The estate’s cash after payment of the amounts requested will be sufficient for its known obligations through the end of the following quarter. No property need be sold in order to pay them.',
  'Tasks were assigned to the least expensive person able to perform them. The review of 214 boxes of paper was done by two paralegals and a retired court clerk at $95 an hour, and investor calls are answered by a former Harrow Creek receptionist whose knowledge of the investors has been of real use.',
]

/** The house on the lake: the receiver's case. */
export const turnoverFacts: readonly string[] = [
  'The Receiver moves for an order directing Relief Defendant Vanterpool Family Holdings, LLC to turn over the real property at 27 Heron Point Road, its furnishings, and {amount} on deposit at Lake Ammerance Savings, and imposing a constructive trust on each for the benefit of the receivership estate.',
  'Vanterpool Family Holdings was formed on March 2, 2020, forty-one days before it contracted to buy the house. Its only members are Mr. Vanterpool and a trust for his children. It has never had a business, filed a return showing income, or received a contribution other than the transfers described here.',
  'The purchase price was $2,150,000. Of that amount $2,086,400 arrived in the escrow in three wires from the account ending 9031, which Harrow Creek Management Services funded, in turn, with transfers from the funds that were made on the same days and in the same amounts.',
  'In each case the money transferred by the funds had come in from investors within the preceding eight days. Exhibit A shows the deposits one by one. The first wire, of $500,000, was covered by the investments of eleven persons, among them {investor}, whose check bears the words “retirement rollover.”',
  'Improvements followed: a guest house, a boathouse, landscaping and the reconstruction of a retaining wall. Invoices addressed to “Harrow Creek – Cold Spring irrigation project” were sent by Pell Street Interiors and two builders for work that its foreman has confirmed was done at Heron Point. They come to {amount}.',
  'Mr. Vanterpool’s sworn accounting lists the house as a “family asset acquired with prior earnings.” His tax returns for the three preceding years report combined adjusted gross income of $214,908. When asked at deposition what the prior earnings were, he asserted his privilege.',
  'The house costs the estate nothing at present because the Relief Defendant pays its charges, but taxes for two half-years are unpaid, and the Receiver’s inspection on {recent} found the boathouse roof open to the weather. The season in which lake property sells begins in April.',
  'The Receiver offered before filing this motion to let the family remain through the end of the school year in exchange for a stipulated turnover. The correspondence is attached as Exhibit C. The offer was declined without a counterproposal.',
  'An adverse inference may be drawn in a civil action from a party’s refusal to testify about matters within his knowledge. It is not needed here, where every step is shown by bank records, but it removes any doubt about the one deposit, of $63,600, whose source cannot be shown.',
  'Relief limited to a money judgment would be inadequate. The Relief Defendant has no other assets, the property has risen in value since it was bought, and the increase belongs to those whose money bought it.',
]

/** The family's answer. */
export const defenseArguments: readonly string[] = [
  'The Receiver’s motion asks the Court to take a family’s home on the strength of a spreadsheet. It should be denied, because it seeks final relief in a summary proceeding, rests on a tracing method chosen for its result, and ignores compensation to which Mr. Vanterpool was entitled under the very documents that the investors signed.',
  'The limited partnership agreements of both funds allow the general partner a management fee of two percent of committed capital and a carried interest of twenty percent. On the Receiver’s own figures the fee alone would have come to more than $7 million through 2024. A person who is paid what a contract allows him has a legitimate claim to it.',
  'Vanterpool Family Holdings gave value. It assumed a promissory note of $400,000 owed to Mr. Vanterpool by Harrow Creek Management Services, and its trustee member contributed furniture and a boat worth {small}. The Receiver’s accountants did not ask about either and so did not count them.',
  'The lowest intermediate balance rule is one method among several. Mr. Vanterpool’s accountant, whose report is attached as Exhibit A, has applied a proportional method under which only {percent} of the purchase price is traceable to investors. The choice between the methods is a question of fact.',
  'Mr. Vanterpool’s exercise of a constitutional privilege, at a time when he has been told that he is the subject of a parallel inquiry, should not be made to carry the Receiver’s burden. He has now submitted a declaration on the matters on which he is free to speak.',
  'The equities favor patience. Two minor children attend school within walking distance. The property is insured, it is subject to an injunction, and nobody suggests that it can be moved. If the Commission prevails at trial the house will be there.',
  'At a minimum the Relief Defendant is entitled to an evidentiary hearing, to cross-examine Mr. Lisowski on the assumptions of his schedule, and to present its own witness. Declarations are not a substitute for testimony where the facts are disputed and the interest is a home.',
  'The turnover of furnishings is overreaching in any event. The Receiver’s list includes a piano inherited from Mr. Vanterpool’s grandmother, tools, photographs, and the contents of the children’s rooms. The exemptions of state law apply to these even on the Receiver’s theory.',
]

/** The receiver's last word before the hearing. */
export const turnoverReply: readonly string[] = [
  'The opposition does not dispute a single entry in the tracing schedule. It argues about what the entries should be called. But a transfer of investors’ money from a fund to a shell and from the shell to an escrow agent is what it is under any method.',
  'No fee was earned. The partnership agreements measure the fee by the net asset value certified by an independent administrator. None was appointed, no value was certified, and no fee was ever booked for the years in question. A claim that was first thought of by counsel is not a legitimate claim to the money.',
  'The note that the Relief Defendant says it assumed bears a date in 2020 and a form number that its publisher first used in 2022. Even if it were genuine, the assumption of a debt owed by one of Mr. Vanterpool’s companies to Mr. Vanterpool himself costs the Relief Defendant nothing and gives Harrow Creek less.',
  'The proportional method of the opposing accountant treats a bank loan to the Bellwether terminal as Mr. Vanterpool’s own money. Corrected for that error alone the method traces 94 percent of the price to investors, which is within three points of the Receiver’s result. *See* Supplemental Declaration of Gordon P. Lisowski ¶¶ 5–9.',
  'The Receiver does not want the piano. She has withdrawn the request as to personal effects and family belongings listed in the opposition, and will store or deliver them as the family prefers, at the estate’s expense.',
  'The Receiver agrees that a hearing with witnesses is appropriate and is ready on any date convenient to the Court. She asks that it be limited to one day and that direct testimony be presented by declaration, with the declarants available for cross-examination.',
]
