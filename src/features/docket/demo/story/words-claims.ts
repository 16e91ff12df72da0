/** Claims, their bar date, and the plan by which the money is given out. */
export const claimsProcedure: readonly string[] = [
  'The estate has reached the point at which the Receiver can say with some confidence what it will contain, and the next step is to learn who is entitled to share in it. She asks the Court to approve a bar date, a form of proof of claim, the manner of notice, and a procedure for deciding disputed claims.',
  'Because the accountants’ reconstruction shows what each investor put in and received, an investor will not be asked to prove the obvious. The Receiver will mail to each a statement of account with the claim form. An investor who agrees with it need only sign and return it; one who does not may correct it and attach what supports the correction.',
  'The bar date is to be at least seventy-five days after the notice is mailed. Claims may be submitted by mail, by delivery, or through the Receiver’s website, and will be acknowledged within ten days with a claim number by which the claimant may follow the claim.',
  'Notice will be mailed to all known investors and creditors, published once in the *Lakemont Register*, the *Tamarack County Sentinel* and a regional farm weekly, and posted on the website. The returned mail of earlier mailings has been run against address databases, which leaves {n} investors whose present address is unknown.',
  'The Receiver will examine each claim and send a notice of determination that allows it, allows it in part, or disallows it, with reasons in plain words. A claimant may ask for reconsideration within thirty days, and the Receiver will confer with any claimant who wishes it before the dispute is brought to the Court.',
  'Disputes that remain will be presented together in a motion, with the claimant’s own statement attached unedited. The Receiver proposes that no discovery be taken in claim disputes without leave, and that claims of less than $25,000 be decided on the papers.',
  'Insiders, sales agents, and persons who received more than they invested may file claims, but their claims will be deemed disputed. Claims of trade creditors for the period before the appointment will be classified separately from those of investors.',
  'The Commission has reviewed the form and notice. At the Committee’s suggestion both are written at a reading level suitable for a general audience, printed in large type, and accompanied by a page of answers to the questions most often asked by telephone.',
]

export const planFacts: readonly string[] = [
  'The Receiver asks the Court to approve the Plan of Distribution attached as Exhibit A and to authorize a first interim distribution of $14,500,000 to the holders of allowed investor claims.',
  'The claims process produced 588 claims. The Receiver has allowed 541 as filed or as corrected by agreement, in the total amount of $79,864,120. Thirty-one have been withdrawn or disallowed without objection, and 16, in the total amount of $3,207,515, remain in dispute.',
  'The Plan uses the net investment method. Each claimant’s allowed amount is the sum of principal invested less everything received before the receivership by whatever name it was called. Fictitious profits, including those that were “reinvested” on paper, are not part of anyone’s claim.',
  'The Receiver considered the rising tide method, and modeled both. Under rising tide 117 claimants, most of them early investors who had drawn distributions for years, would receive nothing from the first distribution. Under net investment every allowed claimant receives something. The Committee’s members were divided; a majority favored the method proposed.',
  'The funds are treated as one. Their money was commingled from the first month, their managers, offices and accounts were the same, and no principled division of assets or liabilities is possible. A separate accounting, if it could be made at all, would cost the estate an estimated {amount}.',
  'Classes are few. Class 1 consists of expenses of administration; Class 2, of secured claims, of which none remains; Class 3, of allowed investor claims; Class 4, of trade claims arising before the appointment; and Class 5, of the claims of insiders and sales agents, which are subordinated in full.',
  'The first distribution will pay about 18.2 cents on each dollar of allowed Class 3 claims. A reserve equal to what the disputed claims would receive if allowed is withheld, with a further reserve of $2,600,000 for expenses, taxes and the maintenance of the terminal until it is sold.',
  'Distributions under fifty dollars will be held and added to the next. Checks not presented in 120 days will be voided after one reminder and a telephone call. Payments to retirement accounts will be sent to the custodian.',
  'Further distributions are expected. The Bellwether terminal, Marlow Ranch and the Heron Point house are yet to be sold; settlements with sales agents are being paid in installments; and the final judgment against Mr. Vanterpool directs that what is collected under it be paid to the estate.',
  'Notice of the motion has been mailed to all claimants with a two-page summary, attached as Exhibit D, that shows each one’s own allowed amount and estimated first payment.',
]

/** Investors who appear without a lawyer. */
export const investorVoices: readonly string[] = [
  'We are 78 and 74 years old. We farmed in Tamarack County for forty-four years, sold our place in 2019, and put most of what we had from it into Harrow Creek because a man we knew from church told us it would stay in farming. We are writing because we want the Court to know what this looks like from a kitchen table.',
  'We were paid every month until last July. We spent that money on my wife’s medicine, the electric bill and our granddaughter’s first year at the technical college. We did not know it was other people’s money. If we had known we would not have taken it.',
  'Nobody from Harrow Creek has ever apologized. The receiver’s office has been polite and the young woman on the telephone calls us by our names. But we do not understand why lawyers are paid every quarter and we have not been paid at all.',
  'Please do not take this letter as disrespect. We have read the reports on the website, some of them twice. The report says that the orchard earned something. We picked apples on that ground as children and would like to know who is pruning it now, because if it is not pruned by March it will not earn anything next year.',
  'Our neighbors ask us why we are not angrier. We were, for about a month. Then the trees had to be tied and the hay had to be got in on our daughter’s place, and there is only so much a person can carry. What we want now is for somebody to tell us plainly what is left, who is looking after it, and about when.',
  'The man who sold it to us has not been back to church. We do not wish him any harm, but if he was paid eight and a half dollars on every hundred of ours, as the report says, then it seems to us that he ought to give that back before anyone talks about what the farms will bring.',
  'We object to the part of the plan that takes away what we were paid before. We understand why the receiver calls it “fictitious profit.” To us it was income, we paid income tax on it, and three different statements told us that it was ours. The taxes we paid were not fictitious.',
  'By our count we put in $310,000 and got back $121,600 over six years. The plan says our claim is $188,400, and that we will get about $34,200 now. Our neighbor put in the same amount in 2024, got almost nothing back, and will get about $55,000. We do not begrudge him. But we all lost the same farm money to the same man.',
  'We ask the Court to consider letting people keep credit for the income tax they paid on these distributions, or for some reasonable return like a savings bond would have paid. We are told that this has been done in other cases. If it cannot be done we would like someone to explain it to us.',
  'We would like to speak at the hearing if that is permitted. One of us uses a walker and we would be grateful to know which door has the ramp.',
]

/** On behalf of many investors. */
export const committeeLetter: readonly string[] = [
  'I write on behalf of the Ad Hoc Committee of Harrow Creek Investors, whose 94 members hold claims of about $16.3 million, about the pace of the case, as Your Honor’s individual practices permit.',
  'The Committee supports the Receiver’s recommendations to date. In particular it supports the net investment method in principle, although some members would do better under another, because it is simple, can be checked by each investor with a bank statement, and leaves nobody out of the first distribution.',
  'Two matters concern our members. The first is time. Many are elderly; four have died since the action began. We ask that the plan be filed in September and that the hearing be set, if the Court’s calendar allows, before the end of the year.',
  'The second is the Bellwether terminal. Members who store grain there are anxious about a sale to an operator from outside the region. We ask that any sale motion say plainly what will become of storage agreements for the coming harvest, and we understand that the Receiver is willing to require that they be honored.',
  'The Committee does not ask to be paid from the estate. Its members have paid the modest cost of counsel themselves, and its chair, a retired school principal, has answered several hundred messages from other investors without charge.',
]

/** The receiver's answer to investors who object to the plan. */
export const replyToObjection: readonly string[] = [
  'The Penhallows’ objection is made in good faith and the Receiver takes it seriously. It asks, in substance, that investors be credited with interest and with tax paid on distributions. The difficulty is that every such credit is paid for by other investors, most of whom lost a larger share of what they put in.',
  'No allowance for interest can be made for one claimant without making it for all. If each were credited with four percent a year, total claims would rise by about $14.9 million, early investors’ shares would increase at the expense of late ones, and 402 of 541 claimants would receive less than under the Plan.',
  'Income tax paid on fictitious profits is addressed by the tax laws, not by the estate. A theft-loss deduction or an amended return may be available, and the Receiver’s accountants will furnish any claimant, without charge, a letter stating the amounts for that purpose. The Penhallows’ letter was sent with the courtesy copy of this reply.',
  'The Receiver has telephoned the objectors, explained the computation, and arranged for their accessible entry to the courthouse on the day of the hearing. She does not oppose their request to be heard.',
]
