/*
 * Legal standards. Statutes and rules are real; the decisions cited are invented, of a district that does not exist.
 */

export const receivershipLaw: readonly string[] = [
  'A district court sitting in equity has broad power to supervise a receivership and to determine the action appropriate in its administration. *Fed. Inv. Mkts. Comm’n v. Stonebridge Income Notes, LLC*, No. 1:14-cv-00233, slip op. at 6 (E.D. Franklin Mar. 3, 2016). The primary purpose of the receivership is the orderly and efficient administration of the estate for the benefit of creditors.',
  'A receiver takes possession of property wherever located upon compliance with 28 U.S.C. § 754, must manage it according to the law of the state in which it lies, 28 U.S.C. § 959(b), and proceeds under the practice that has historically governed receiverships in the federal courts. Fed. R. Civ. P. 66.',
  'Orders entered in the administration of the estate are reviewed for abuse of discretion, and the Court may rely on the receiver’s judgment where it is informed, disinterested and reasonable. *In re Tamarack Growers’ Receivership*, No. 3:09-cv-00518, slip op. at 11 (E.D. Franklin Aug. 19, 2011).',
  'The Order Appointing Receiver (ECF No. 5) directs the Receiver to take custody, control and possession of all property of the Receivership Entities, to manage and preserve it, and, subject to further order, to sell it. Paragraph 9 stays actions against the estate, and paragraph 12 requires quarterly reports.',
]

export const saleLaw: readonly string[] = [
  'Realty in the possession of a receiver may be sold at private sale under 28 U.S.C. § 2001(b) if the Court, after notice and hearing, finds that the best interests of the estate will be conserved. Three disinterested appraisers must be appointed, and no sale may be confirmed at less than two-thirds of the appraised value.',
  'The statute further requires that the terms of the proposed sale be published in a newspaper of general circulation at least ten days before confirmation, and that the sale not be confirmed if a bona fide offer is made which guarantees at least a ten percent increase over the price. 28 U.S.C. § 2001(b).',
  'A sale free and clear of liens, with the liens attaching to the proceeds in the order and with the validity they had before, is within the traditional power of a court of equity where the lienholder’s interest is protected. *Stonebridge*, slip op. at 14; *Marlow Cnty. Farm Credit v. Eddering*, No. 2:11-cv-00071, slip op. at 4 (E.D. Franklin Nov. 8, 2012).',
  'In weighing a proposed sale courts consider whether the property was adequately exposed to the market, whether the price is fair, whether the parties dealt at arm’s length, and whether delay would cost the estate more than it could bring. No single factor controls.',
  'Personal property is sold in accordance with 28 U.S.C. § 2001 unless the Court orders otherwise. 28 U.S.C. § 2004. Courts regularly order otherwise where the property is of a kind for which a specialized auction is the ordinary market.',
]

export const feeLaw: readonly string[] = [
  'A receiver who reasonably and diligently discharges her duties is entitled to reasonable compensation from the estate, as are the professionals she employs with leave of court. *Tamarack Growers*, slip op. at 17. The award lies in the Court’s discretion.',
  'In considering compensation courts look to the complexity of the problems faced, the benefit to the estate, the quality of the work, the time recorded, and the amount available. *Id.* at 18–19. The position of the regulator at whose instance the receivership was established is given great weight.',
  'Interim compensation is appropriate in a receivership of this length, so that professionals are not made to finance the estate. To protect the estate until its final result is known, courts commonly hold back a part of the fees, but not of the expenses, until the final application.',
]

export const turnoverLaw: readonly string[] = [
  'A court may order a nominal or relief defendant to give up property where that defendant holds ill-gotten funds and has no legitimate claim to them. No finding that the relief defendant violated the law is required. *Fed. Inv. Mkts. Comm’n v. Eddering*, No. 2:10-cv-00196, slip op. at 9 (E.D. Franklin June 2, 2012).',
  'A constructive trust arises where a person obtains money by fraud and uses it to acquire property. The trust follows the money into the property, and into any increase in its value, so long as the money can be traced by a method that is reasonable in light of the records the wrongdoer left.',
  'The claimant bears the initial burden of tracing. Once it is shown that tainted and untainted funds were commingled, the burden passes to the party who would separate them. *Stonebridge*, slip op. at 22. Doubts that the wrongdoer’s own bookkeeping created are not resolved in his favor.',
  'A gift, or a transfer for a consideration that is merely recited, does not make a transferee a purchaser for value. Nor does record title; equity looks to the source of the price.',
  'Summary proceedings satisfy due process in a receivership where the party in possession has notice, the opportunity to take discovery and to be heard, and a decision on the evidence. A plenary action is not required merely because the party would prefer one.',
]

export const interventionLaw: readonly string[] = [
  'On timely motion the Court must permit intervention by one who claims an interest relating to the property that is the subject of the action and is so situated that disposing of the action may as a practical matter impair its ability to protect that interest, unless existing parties adequately represent it. Fed. R. Civ. P. 24(a)(2).',
  'The Court may also permit intervention by one who has a claim that shares with the main action a common question of law or fact, and must consider whether intervention will unduly delay or prejudice the adjudication of the original parties’ rights. Fed. R. Civ. P. 24(b).',
  'The requirement of inadequate representation is met if the representation may be inadequate, and the burden of making that showing is minimal. *Marlow Cnty. Farm Credit*, slip op. at 3. A receiver who represents all creditors cannot adequately represent one of them in a dispute with the rest.',
  'A stay of proceedings against receivership property is a usual incident of the appointment, and a secured creditor who seeks relief from it must show that the balance of interests favors letting it proceed now: the effect on the estate, the stage of the receivership, and the merit of the underlying claim.',
]

export const distributionLaw: readonly string[] = [
  'A district court has broad discretion to approve any plan of distribution that is fair and equitable. In a case of commingled funds and many victims similarly situated, a pro rata distribution is favored over tracing, which would reward chance. *Stonebridge*, slip op. at 31.',
  'Two methods of computing pro rata shares are in common use. Under the net investment method each claimant’s distribution is measured by the amount invested less amounts received. Under the rising tide method, distributions before the receivership count as payments on the plan, so that those who had much back already receive nothing until the others have caught up.',
  'Equity does not require that the plan please every claimant. It requires that like claims be treated alike, that differences in treatment rest on reasons, and that those affected have notice and the chance to be heard.',
  'Summary claims procedures, with a bar date, a form, a notice of determination and an opportunity to object, are a long-established feature of federal receiverships. A claimant who fails to file by the bar date after adequate notice may be barred from sharing in the estate.',
]

export const injunctionLaw: readonly string[] = [
  'The Commission, which proceeds in the public interest, is entitled to preliminary relief upon a showing of a prima facie case that violations have occurred and a reasonable likelihood that they will be repeated. Irreparable injury need not be shown as it would in a suit between private parties.',
  'A freeze of assets requires less. It is appropriate where there is a basis to infer that the defendant will be ordered to disgorge and a risk that the assets will not be there when that time comes. The Court need only approximate the amount subject to disgorgement.',
  'The appointment of a receiver is a well-established remedy where it is necessary to prevent the dissipation of a defendant’s assets pending further action by the court, and where the management of an enterprise has shown that it cannot be trusted with the property of others.',
]
