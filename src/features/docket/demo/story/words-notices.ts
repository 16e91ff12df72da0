/** Notices, oaths, forms and other short filings. */
export const saleNotice: readonly string[] = [
  'PLEASE TAKE NOTICE that Lenora J. Castellane, receiver in the action named above, has moved for an order approving the private sale of Cold Spring Orchard, 2200 Cold Spring Road, Tamarack County, consisting of about 412 acres of land with trees, buildings, cold storage and water rights, to Osgood Fruit Cooperative for $6,850,000 in cash.',
  'The property has been appraised by three disinterested appraisers appointed by the Court at $6,480,000, $6,725,000 and $6,970,000. The sale is as is and free and clear of liens, which attach to the proceeds. The agreement and appraisals may be read on the Receiver’s website or at the office of the Clerk.',
  'A HEARING will be held on January 14, 2026 at 10:00 a.m. in Courtroom 3B, United States Courthouse, 75 Federal Square, Lakemont. The hearing may be continued by announcement in open court.',
  'HIGHER OFFERS. Anyone who wishes to make a bona fide offer must deliver it to the Receiver’s counsel not later than January 9, 2026. An offer must exceed $6,850,000 by at least ten percent, must be on the same terms, and must be accompanied by a deposit of ten percent and evidence of funds.',
  'OBJECTIONS must be in writing, must state their grounds, and must be filed with the Clerk and served on the Receiver’s counsel not later than January 5, 2026. If no objection is made the Court may grant the motion at or before the hearing.',
  'The property may be inspected by appointment with Meridian Farm Realty. Telephone (423) 555-0188.',
]

export const claimsNotice: readonly string[] = [
  'If you invested money with Harrow Creek Capital Partners, either of its funds, or any company connected with them, or if any of them owes you money, you may have the right to be paid from the receivership. To be paid you must file a claim. This notice tells you how.',
  'WHAT IS THE DEADLINE? Your claim must be received, or postmarked, by August 21, 2026. If you do not file by then you will probably lose your right to share in the money.',
  'HOW DO I FILE? A form is enclosed. With it is a statement that shows what our records say you put in and what you were paid. If the statement is right, check the first box, sign, and send the form back in the envelope. If it is not right, check the second box and tell us what is wrong. Copies of checks or bank statements help.',
  'DO I NEED A LAWYER? No. You may have one if you wish. There is no charge to file a claim, and you should not pay anybody who offers to file it for you.',
  'HOW MUCH WILL I GET? We do not know yet. It depends on how much money is collected and how many claims are allowed. It will be less than you lost.',
  'WHAT HAPPENS NEXT? You will get a card with your claim number within ten days after we receive your form. Later you will get a letter that says whether your claim has been allowed. If you disagree you will have thirty days to ask us to look again, and after that you may ask the Judge.',
  'WHAT IF I MOVED, OR THE INVESTOR HAS DIED? Tell us the new address. If you act for someone who has died, send a copy of the letter that appointed you. If none was needed because the estate was small, telephone us.',
  'QUESTIONS? Telephone (423) 555-0150 on weekdays between 8:30 and 5:00. You will speak with a person. Please do not telephone the Court; the Clerk cannot give legal advice.',
]

export const publicationAffidavit: readonly string[] = [
  'I am the legal advertising clerk of the newspaper named below, which is printed and published in the county and is of general circulation there within the meaning of the statutes on legal notices.',
  'The notice of which a true copy is attached was published in the regular edition, and not in a supplement, on the dates shown in the table. The charge was $412.80 for each insertion and has been paid.',
  'I make this statement under penalty of perjury under the laws of the United States.',
]

/** Another paper's clerk has other words for it. */
export const secondAffidavit: readonly string[] = [
  'Being duly sworn, I say that I keep the legal notices of the newspaper named above, a daily paper of general circulation in Lakemont County, which has been published without interruption since 1907.',
  'The annexed notice of private sale was printed in it once in each of three successive weeks, on the days listed below, the first not less than ten days before the hearing to which it refers.',
  'No part of the fee of $538.20 for each printing has been returned or promised to anyone.',
]

export const oath: readonly string[] = [
  'I, Lenora J. Castellane, having been appointed receiver in this action by the Order entered on August 14, 2025 (ECF No. 5), do solemnly swear that I will faithfully, impartially and diligently discharge the duties of that office according to law and the orders of this Court.',
  'I accept the appointment. I am not related to any party or attorney in this action, have no claim against or interest in any Receivership Entity, and have never invested with or been employed by any of them.',
  'I understand that I am an officer of the Court, that I act for the benefit of all who have an interest in the estate and for none in particular, and that I may be removed.',
  'Filed with this oath is the bond required by paragraph 1 of the Order, in the sum of $250,000, with Granite Mutual Surety Company as surety.',
]

export const bond: readonly string[] = [
  'KNOW ALL PERSONS that Lenora J. Castellane, as Principal, and Granite Mutual Surety Company, a corporation authorized to become surety on bonds in the State of Franklin, as Surety, are held and firmly bound to the United States District Court for the Eastern District of Franklin, for the benefit of whom it may concern, in the sum of Two Hundred Fifty Thousand Dollars ($250,000).',
  'THE CONDITION OF THIS OBLIGATION is that if the Principal shall faithfully discharge the duties of receiver in Civil Action No. 1:25-cv-00417-MEH, shall account for all property that comes into her hands, and shall obey the orders of the Court, then this obligation shall be void; otherwise it shall remain in full force.',
  'The liability of the Surety is continuous, is not cumulative from year to year, and may be ended only by an order of the Court on thirty days’ notice. The premium is $1,250 a year. The Surety submits to the jurisdiction of the Court and irrevocably appoints the Clerk its agent under Fed. R. Civ. P. 65.1.',
]

export const consent: readonly string[] = [
  'Defendant Desmond R. Vanterpool (“Defendant”) waives service of a summons and the complaint in this action, enters a general appearance, and admits the Court’s jurisdiction over Defendant and over the subject matter of this action.',
  'Without admitting or denying the allegations of the complaint, except as to personal and subject-matter jurisdiction, which Defendant admits, Defendant consents to the entry of the order in the form attached and incorporated by reference.',
  'Defendant waives the entry of findings of fact and conclusions of law under Rule 52 of the Federal Rules of Civil Procedure, and waives the right, if any, to a jury trial and to appeal from the entry of the order.',
  'Defendant enters into this Consent voluntarily and represents that no threats, offers, promises or inducements of any kind have been made by the Commission or any of its members, officers, employees, agents or representatives to induce Defendant to enter into it.',
  'Defendant will not oppose the enforcement of the order on the ground that it fails to comply with Rule 65(d), and waives any objection based on it.',
  'Defendant agrees not to take any action or to make any public statement denying, directly or indirectly, any allegation in the complaint or creating the impression that the complaint is without factual basis.',
  'Defendant waives all claims under the Equal Access to Justice Act and any other provision of law to seek from the United States, or any agency or official acting in an official capacity, reimbursement of fees or expenses.',
  'Defendant agrees that the Commission may present the order to the Court for signature and entry without further notice, and that the Court shall retain jurisdiction over this matter for the purpose of enforcing it.',
]

export const appearance: readonly string[] = [
  'PLEASE TAKE NOTICE that the undersigned, an attorney admitted to practice in this District, enters an appearance in this action as lead counsel for Defendant Desmond R. Vanterpool, and requests that copies of all papers be served on him through the Court’s electronic filing system.',
  'This appearance is made without waiver of any defense, including defenses under Fed. R. Civ. P. 12(b), or of any privilege under the Constitution of the United States. Counsel certifies that he has discussed with Defendant the duty to preserve documents.',
  'Counsel has conferred with counsel for the Commission, who has agreed that the time to respond to the Complaint is extended through October 10, 2025. No earlier extension has been given.',
]
