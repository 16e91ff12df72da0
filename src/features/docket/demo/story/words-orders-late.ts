import type { OrderWords } from './words-orders.ts'

export const settlementOrder: OrderWords = {
  findings: [
    'The Receiver and First Prairie Agricultural Bank have stipulated (ECF No. 36) to the amount and treatment of the bank’s claim. The stipulation was served on all parties and posted on the Receiver’s website for seven days. No one objected.',
    'The compromise is within the range of reasonable outcomes. It fixes the claim at principal and contract interest, saves the estate default interest and attorneys’ fees, and ends a dispute whose cost to both sides had begun to matter.',
  ],
  decrees: [
    'The stipulation is APPROVED and is incorporated in this Order.',
    'The Receiver may borrow up to $5,000,000 from Lakeland Cooperative Credit on the security of the Bellwether Grain Terminal, on the terms of the commitment attached to the stipulation.',
    'On payment of the amount shown in the payoff statement First Prairie’s deed of trust shall be released and its intervention shall be terminated without further order.',
  ],
}

export const claimsOrder: OrderWords = {
  findings: [
    'The Receiver’s motion (ECF No. 35) proposes a procedure for the filing and determination of claims. The Ad Hoc Committee supports it; the Commission does not oppose it; no objection was filed.',
    'The procedure gives each claimant a statement of account to correct or accept, adequate time, several ways to file, and a hearing if one is needed. The notice is plain and the manner of giving it is reasonably calculated to reach those concerned.',
    'The request that small disputes be decided on the papers is granted with one change. A claimant who asks to be heard will be heard, by telephone if that is easier, whatever the amount.',
  ],
  decrees: [
    'The motion is GRANTED as modified. The claim form, notice and procedure attached to the motion are APPROVED.',
    'The Receiver shall mail the notice, with statements of account, on or before June 5, 2026.',
    'The bar date is AUGUST 21, 2026. Claims not received or postmarked by that date are barred unless the Court finds excusable neglect.',
    'The Receiver shall serve notices of determination on a rolling basis and shall complete them as to undisputed claims by September 18, 2026.',
    'Claimants shall be referred to in public filings by claim number only. Any claimant who files a paper that shows a full account or taxpayer number may telephone the Clerk, who will restrict it.',
  ],
  proposed: [
    'The motion is GRANTED. The claim form, notice and procedure attached to the motion are APPROVED.',
    'The Receiver shall mail the notice, with statements of account, within fourteen days after the entry of this Order.',
    'The bar date is the first Friday that falls at least seventy-five days after the mailing. Claims not received or postmarked by that date are barred.',
    'Claims of less than $25,000 may be decided on the papers.',
    'The Receiver shall serve notices of determination within sixty days after the bar date.',
    'Claimants shall be referred to in public filings by claim number only.',
  ],
}

export const finalJudgment: OrderWords = {
  findings: [
    'The Commission moves with the consent of Defendant Desmond R. Vanterpool (ECF No. 46) for entry of final judgment as to him. Mr. Vanterpool has entered a general appearance, consents to jurisdiction and to entry of this judgment without admitting or denying the allegations of the Complaint except as to jurisdiction, waives findings of fact and conclusions of law, and waives any right to appeal.',
    'The Court finds that the proposed judgment is fair and reasonable and that the public interest will not be disserved. There is no just reason for delay. Fed. R. Civ. P. 54(b).',
  ],
  decrees: [
    'Defendant is permanently restrained and enjoined from violating, directly or indirectly, the registration and antifraud provisions cited in Counts One through Four of the Complaint.',
    'Defendant is permanently barred from participating in the issuance, purchase, offer or sale of any security, other than for his own personal account.',
    'Defendant is liable for disgorgement of $23,417,662, representing net profits gained as a result of the conduct alleged, with prejudgment interest of $3,106,940. The obligation is credited with the value of property turned over to the Receiver as that value is realized on sale.',
    'Defendant shall pay a civil penalty of $1,100,000. No part of the penalty shall be collected until disgorgement and interest have been paid in full.',
    'All amounts collected shall be paid to the Receiver for distribution under a plan approved by the Court.',
    'For purposes of the exceptions to discharge in 11 U.S.C. § 523, the allegations of the Complaint are true and admitted by Defendant, and the debt for disgorgement and interest is a debt for the violation of the securities laws.',
    'Defendant shall cooperate with the Receiver, shall appear for examination on reasonable notice, and shall execute the documents needed to convey property of the estate.',
    'The Court retains jurisdiction to enforce this Final Judgment. The Clerk shall enter it forthwith.',
  ],
}

export const planOrder: OrderWords = {
  findings: [
    'The Receiver’s motion (ECF No. 48) for approval of a plan of distribution came on for hearing on due notice. The Court considered the objection of Walter and June Penhallow (ECF No. 49), the reply (ECF No. 50) and the statements of those who were present and wished to speak.',
    'The plan treats like claims alike. The net investment method can be checked by each claimant with the records that each claimant has, and a majority of the claimants represented here prefer it.',
  ],
  decrees: [
    'The Plan of Distribution is APPROVED as fair and equitable.',
    'The Receiver may make a first interim distribution of $14,500,000 on allowed Class 3 claims and shall withhold the reserves stated in the Plan.',
    'The Receiver shall report the distribution within forty-five days after it is made.',
  ],
}

export const auctionOrder: OrderWords = {
  findings: [
    'The Receiver moves for leave to sell the aircraft, vehicles and surplus equipment at public auction. The proposed terms are customary for such sales and no objection has been made.',
    'Sale under 28 U.S.C. § 2001 in the manner prescribed for realty would cost more than it could add. The Court orders otherwise as 28 U.S.C. § 2004 permits.',
  ],
  decrees: [
    'The Receiver may sell the property listed in Exhibit A through Dalloway Auction Group on the terms of Exhibit B.',
    'The aircraft shall not be sold for less than $2,800,000 without the written consent of the Commission.',
    'The Receiver shall file a report of sale within thirty days after the proceeds are received.',
  ],
}
