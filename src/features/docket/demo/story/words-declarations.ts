/** Sworn statements, in the first person, by declarant. */
export const receiverSwears: readonly string[] = [
  'I am the receiver appointed in this action by the Order entered on August 14, 2025 (ECF No. 5). I make this declaration from personal knowledge and from records kept under my direction, and could testify competently to what it says.',
  'I have practiced law in this State since 1998 and have served as receiver or trustee in fourteen matters, five of which involved farmland or crops in the ground. I had no connection with any party before my appointment.',
  'I visit each of the operating properties at least once a month. On my visit to {property} on {recent} I walked the property with its manager, compared the inventory with the equipment on hand, and photographed the items that had been moved since the month before.',
  'I review every disbursement. Payments above $5,000 require my signature and that of my office’s controller, who reports to me and not to counsel. A list of the payments made during the period is available to any party on request.',
  'I have considered the alternatives. If nothing is done the property will continue to cost the estate about {small} a month, and in my judgment the chance that the market will rise by more than that is small.',
  'I negotiated the material terms myself, with advice of counsel and of the broker. Each counterparty was told at the outset that any agreement would be subject to approval by this Court and to higher offers. No one has been promised anything that does not appear in the documents.',
  'I asked counsel for every party that has appeared whether it would oppose the relief requested. The responses are as stated in the certificate of conference. The Committee’s chair wrote to me on {recent} that its members had discussed the matter and agreed with my recommendation.',
  'Neither I, nor any member of my family, nor any professional I employ has an interest in the transaction. I know of no connection between any buyer, bidder or claimant mentioned here and Mr. Vanterpool, other than that of investors with the fund in which they invested.',
  'The statement that the estate held {cash} in cash comes from my reconciliation of two depository accounts, which is prepared within five business days of the end of each month and checked by the accountants each quarter.',
  'I attach as exhibits true copies of the documents described below. Those that came from third parties were produced in response to subpoenas and are accompanied by certificates of the custodian under Fed. R. Evid. 902(11), which will be lodged if authenticity is questioned.',
  'I believe that the relief requested is in the best interest of the estate and of those who will finally share in it. I would make the same decision if the property were my own and I owed what the estate owes.',
]

export const accountantSwears: readonly string[] = [
  'I am a certified public accountant and a director of Tidewell Forensic Group, Inc. I have led the firm’s work for the Receiver since her appointment. My training, publications and prior testimony are listed in the résumé that was filed with the application for our employment.',
  'I was asked to determine the source of the money used for certain purchases and payments, to compute what each investor contributed and received, and to say whether the funds could have paid their obligations without new investments. I have done the first two completely and the third for nine test dates.',
  'My team obtained the statements of seven accounts, 312 in all, directly from the depositories. We read the images of 9,406 checks and deposit items. We did not rely on entries in Harrow Creek’s ledger except to identify a payee that was illegible.',
  'Every transaction was entered twice, by different people, and the two versions compared by program. The differences, which numbered {nn}, were resolved by looking at the image. I reviewed each transaction above $25,000 myself.',
  'For the tracing I used the lowest intermediate balance rule. It is generally accepted in my profession for commingled accounts, and I have testified about it on eleven occasions. As a test I repeated the computation on a first-in, first-out basis. The two results are within two percent of each other.',
  'The transfers described in the schedule followed a pattern. Deposits from investors came in on Mondays and Tuesdays after weekend seminars; distributions went out on the fifteenth; and transfers to the account of the Relief Defendant were made when the balance was highest, usually within a day or two of the largest deposit.',
  'On {date} {account} was credited with {amount} in nine items, each from an investor. On the following day all but {small} of it was wired away. I found no business reason for the transfer in any record that I examined, and its memo field is blank.',
  'I have read the report of the opposing accountant. He and I agree about every bank transaction. We differ about two assumptions: that a loan to the terminal was Mr. Vanterpool’s own money, and that fees never booked should be treated as if they had been paid. I was shown no document that supports either.',
  'Of the {nn} transactions that we could not assign with confidence, none affects an opinion stated here. If all of them were resolved in the way least favorable to the Receiver, the percentage stated in the schedule would fall by less than one point.',
  'My opinions are held to a reasonable degree of professional certainty. I will correct them if further documents require it, as I did in one instance after receiving the closing file of the title company.',
]

export const staffSwears: readonly string[] = [
  'I am a staff accountant in the Commission’s Lakemont Regional Office and was assigned to the investigation of Harrow Creek on January 21, 2025. Before joining the Commission I was for nine years an internal auditor of a bank.',
  'In the course of my work I reviewed bank records obtained by subpoena, the offering documents of both funds, and statements of {n} investors. I also spoke on several occasions with two former employees, whom I call Employee A and Employee B.',
  'The records show deposits by investors of $148.6 million. I compared them with the investor register kept by Harrow Creek and found that the register omits {n} investors, most of whom invested in the last four months.',
  'Employee A told me that on the fourteenth of each month a list called “the fifteenth” was prepared, which showed what would be owed the next day and what had “come in.” If the second number was smaller than the first, Mr. Vanterpool would telephone sales agents and ask what was “close.”',
  'Exhibit A contains extracts of the statements of the principal operating account. I have marked the opening and closing balance of each month and the largest credits and debits. The extracts are accurate and were chosen because they are typical.',
  'On {date}, a day on which the funds paid distributions of {amount}, their combined balance at the opening of business was {small}. Deposits from {n} new investors were credited during the morning.',
  'I searched public records for real property bought with money from the accounts. I identified five properties, of which four are titled in entities controlled by Harrow Creek and one, a residence, in Vanterpool Family Holdings, LLC.',
  'On July 29, 2025 I was told by Employee B that the aircraft had been offered for sale and that boxes had been taken from the office to a storage unit on a Saturday. I passed this on to counsel the same day.',
  'In my experience, money that is moved in this pattern is difficult to recover once the person who controls it learns that proceedings have begun. I respectfully submit that notice to Defendants in advance would defeat the purpose of the relief requested.',
]

export const defendantSwears: readonly string[] = [
  'I am a defendant in this action and one of the members of Vanterpool Family Holdings, LLC. On the advice of counsel I limit this declaration to the matters stated in it and do not waive any privilege as to others.',
  'My family moved into the house at 27 Heron Point Road in the summer of 2020. My wife and I intended it as our permanent home. Our two younger children have attended the same school since then.',
  'Before I founded Harrow Creek I worked for twenty-two years as a grain merchandiser and later as part owner of an elevator, which was sold in 2016. I received {amount} from the sale over three years, some of which I lent to my companies.',
  'I understood that I was entitled to a management fee under the partnership agreements. I did not always take it when it was due because the properties needed money. When money was taken for the house I regarded it as fees that I had earned and left in the business.',
  'The promissory note attached to the opposition was signed by me in 2020. I do not know which form it was printed on. The amount is what the management company owed me at the time according to a list I kept.',
  'The piano, the tools in the boathouse and the contents of the study came to me from my grandparents and parents. A list is attached. None of these things was bought with money from any fund.',
  'I have complied with the injunction. I have paid the insurance and the electricity, have kept the walks clear, and have let the Receiver’s inspectors in on every date they asked for.',
  'I regret the losses that people have suffered and hope that the land will bring good prices. I ask the Court to let my family stay until the case has been decided.',
]

export const auctioneerSwears: readonly string[] = [
  'I am the president of Dalloway Auction Group and a licensed auctioneer in six states. My company sold about 11,400 lots of farm, construction and aviation equipment last year, most of them in timed online auctions with inspection on site.',
  'My staff inspected the aircraft, nineteen vehicles and 143 lots of equipment between {recent} and the date of this declaration. Engines were started where that could be done safely, hours were read from the meters, and serial numbers were photographed.',
  'My estimate of the total to be realized is between $4.1 and $4.7 million, of which the aircraft represents about two thirds. The estimates for individual lots are in Exhibit A. They assume a sale in September, when tractors and grain equipment sell best in this region.',
  'I recommend a reserve only for the aircraft. Bidders stay away from auctions in which many lots are reserved, and the additional travel and storage of unsold machines quickly consumes what a reserve might protect.',
  'Neither my company nor any of its officers will bid. Employees may bid on lots under $500 if they disclose it, and none may bid on the aircraft.',
  'Proceeds are held in a trust account that is audited each year by the state licensing board, and will be paid to the Receiver within ten business days after the sale with a report of every lot, buyer’s number, price and charge.',
]

export const counselSwears: readonly string[] = [
  'I am a partner of Pruett Oyelaran LLP, which the Receiver wishes to employ as her general counsel. I was admitted in this District in 2003 and have appeared in receivership and insolvency matters here for most of the time since then.',
  'My firm has nineteen lawyers. I expect that four will work regularly on this matter and that most tasks will be done by two associates whose discounted rates are $245 and $215 an hour. My own discounted rate is $440.',
  'We searched our conflict database for {nn} names, including every investor then known. We represent one of the county treasurers in unrelated matters and will not advise the Receiver on tax assessments in that county.',
  'We have agreed that no compensation will be paid except as allowed by the Court, that bills will follow the Commission’s instructions, and that a fifth of our fees will be held back until the end of the receivership.',
  'The engagement letter attached as Exhibit A states the whole of our agreement with the Receiver. There is no agreement to share compensation with anyone outside the firm.',
]
