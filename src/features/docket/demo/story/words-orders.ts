/** What the Court finds and orders, entry by entry. Findings are paragraphs; decrees are numbered. */
export interface OrderWords {
  findings: readonly string[]
  decrees: readonly string[]
  /** What the movant asked for, where the Court decided otherwise or left a date open. */
  proposed?: readonly string[]
}

export const restrainingOrder: OrderWords = {
  findings: [
    'Before the Court is the emergency motion of the Commission (ECF No. 2) for a temporary restraining order, a freeze of assets and the appointment of a receiver. The motion was heard on August 14, 2025, on notice given by telephone and e-mail the day before. Counsel for the Commission appeared; Mr. Vanterpool appeared without counsel and asked for time to retain one.',
    'On this record the Commission has shown a prima facie case that Defendants offered and sold unregistered securities by means of untrue statements about the source of distributions, and a reasonable likelihood that the violations will continue. The evidence consists principally of the banks’ own records.',
    'The Court finds good cause to believe that assets will be dissipated before a hearing on a preliminary injunction can be held unless they are frozen now. In the three weeks before the motion large sums were withdrawn, and property was offered for sale.',
    'No security is required of the Commission. The hardship of a brief restraint to Defendants, who may apply for living expenses, is outweighed by the interest of investors and the public.',
  ],
  decrees: [
    'The motion (ECF No. 2) is GRANTED. Defendants and their officers, agents, servants, employees and attorneys, and all persons in active concert or participation with them who receive actual notice of this Order, are restrained from offering or selling any interest in or note of the funds.',
    'All assets of Defendants and of the Relief Defendant, wherever located, including those listed by account number in the Appendix filed under restriction, are FROZEN until further order. No bank or other person holding such assets shall permit them to be withdrawn or encumbered.',
    'Mr. Vanterpool may apply, on three days’ notice to the Commission and the Receiver, for reasonable and necessary living expenses to be paid from funds shown not to derive from investors.',
    'Within ten days Defendants and the Relief Defendant shall each serve a sworn accounting of all assets worth more than $1,000, of all accounts over which they have signature authority, and of all transfers of more than $2,500 since January 1, 2019.',
    'Defendants shall not destroy, alter, conceal or move any document, including any held in electronic form or on a personal telephone.',
    'The Commission may take expedited discovery on three days’ notice, limited to the location and amount of assets.',
    'This Order expires at 5:00 p.m. on September 8, 2025 unless extended by consent or for good cause. A hearing on the motion for a preliminary injunction is set for that day at 9:30 a.m. in Courtroom 3B.',
  ],
  proposed: [
    'The motion is GRANTED. Defendants and those in active concert or participation with them who receive actual notice of this Order are restrained from offering or selling any interest in or note of the funds.',
    'All assets of Defendants and of the Relief Defendant, wherever located, are FROZEN until further order.',
    'Defendants and the Relief Defendant shall serve a sworn accounting of their assets and transfers within seven days.',
    'Defendants shall not destroy, alter, conceal or move any document.',
    'The Commission may take expedited discovery on two days’ notice.',
    'A receiver shall be appointed by separate order.',
    'This Order expires fourteen days after its entry unless extended. A hearing on a preliminary injunction is set for ____________, 2025 at ____ in Courtroom ____.',
  ],
}

export const receiverOrder: OrderWords = {
  findings: [
    'The Court has determined that the appointment of a receiver is necessary and appropriate to marshal and preserve the assets of the entities listed in Exhibit A (the “Receivership Entities”) for the benefit of investors and creditors, and has considered the qualifications of the candidates submitted by the Commission.',
    'The properties of the Receivership Entities include crops that must be harvested, stored grain that belongs to third parties, and leases on which rent is due. They require a disinterested manager at once.',
  ],
  decrees: [
    'Lenora J. Castellane is APPOINTED receiver (the “Receiver”) of the Receivership Entities, effective upon the filing of her oath and a bond of $250,000.',
    'The Receiver shall have all powers, authorities, rights and privileges heretofore possessed by the officers, directors, managers, members and partners of the Receivership Entities, whose authority is suspended.',
    'The Receiver shall take custody, control and possession of all property of the Receivership Entities, wherever located, including all books, accounts, keys, passwords and mail.',
    'The Receiver may open and maintain accounts at insured depositories, which shall collateralize balances above the insured amount, and shall deposit all cash receipts in them.',
    'The Receiver may continue, limit or discontinue any business of the Receivership Entities as in her judgment will best preserve its value, and may make ordinary payments for wages, utilities, insurance, taxes and the care of crops.',
    'The Receiver may engage attorneys, accountants, brokers and others with leave of Court. None shall be paid except on application and order.',
    'The Receiver may, without further order, sell personal property worth less than $10,000 a lot. All other sales require leave of Court on notice.',
    'The Receiver shall locate the records of persons who invested with the Receivership Entities and shall maintain the confidentiality of their names and addresses, using numbers in public filings.',
    'All persons are stayed from commencing or continuing any action against the Receivership Entities or their property except by leave of this Court. Nothing in this paragraph affects a governmental unit’s exercise of police power.',
    'The Receiver may bring actions to recover property transferred before her appointment with leave of Court, and may compromise claims of less than $50,000 without it.',
    'The Receiver and her professionals may rely on the advice of counsel and shall not be liable except for gross negligence, bad faith or wilful misconduct.',
    'The Receiver shall file an initial report within forty-five days and a status report within forty-five days after the end of each calendar quarter, each with a standardized fund accounting report.',
    'The Receiver may apply to this Court at any time for instructions.',
  ],
}

export const injunctionOrder: OrderWords = {
  findings: [
    'Before the Court is the unopposed motion (ECF No. 9) for a preliminary injunction. Defendant Vanterpool and the Relief Defendant, each represented by counsel, consent to its entry without admitting or denying the allegations of the Complaint, except as to personal and subject-matter jurisdiction, which they admit.',
    'The consents are in writing, were signed after consultation with counsel, and are found to be voluntary. The entity Defendants, which are in receivership, consent through the Receiver.',
    'The Court has reviewed the record made at the hearing on August 14, 2025 and adopts the findings in the Temporary Restraining Order (ECF No. 4), which the consents leave undisturbed for the purposes of this Order only.',
  ],
  decrees: [
    'The motion (ECF No. 9) is GRANTED and the hearing set for today is VACATED.',
    'Pending final judgment, Defendants and those described in Fed. R. Civ. P. 65(d)(2) are enjoined from violating the registration and antifraud provisions cited in the Complaint, and from soliciting any person to invest in any enterprise in which Mr. Vanterpool has an interest.',
    'The freeze of assets in paragraph 2 of the Temporary Restraining Order is continued. The house at 27 Heron Point Road shall not be sold, encumbered or leased, and shall be kept insured.',
    'Mr. Vanterpool may receive $4,200 a month for living expenses from the account ending 6652, subject to an accounting each quarter.',
    'The appointment of the Receiver is continued without interruption.',
    'Nothing in this Order is an adjudication of any fact for the purposes of trial.',
  ],
}
