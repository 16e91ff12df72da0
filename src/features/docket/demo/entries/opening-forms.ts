import type { DocumentPlan } from '../story/compose.ts'
import { form } from '../story/sundry-exhibits.ts'

export const coverSheet: DocumentPlan = {
  title: 'Civil Cover Sheet',
  make: () => ({
    paper: 'exhibit',
    blocks: [
      ...form(
        ['CIVIL COVER SHEET'],
        [
          ['I. (a) Plaintiff', 'Federal Investment Markets Commission'],
          [
            'I. (a) Defendants',
            'Harrow Creek Capital Partners, LLC; Harrow Creek Agricultural Income Fund I, LP; Harrow Creek Agricultural Income Fund II, LP; Desmond R. Vanterpool; Vanterpool Family Holdings, LLC (Relief Defendant)',
          ],
          ['I. (b) County of residence', 'Lakemont County'],
          [
            'I. (c) Attorneys',
            'Paul D. Achterberg and Rebecca S. Thornquist, 75 Federal Square, Suite 610, Lakemont, Franklin 38950, (423) 555-0117',
          ],
          ['II. Basis of jurisdiction', '1. U.S. Government Plaintiff'],
          ['III. Citizenship', 'Not applicable'],
          ['IV. Nature of suit', '850 Securities / Commodities / Exchange'],
          ['V. Origin', '1. Original proceeding'],
          [
            'VI. Cause of action',
            '28 U.S.C. § 1331. Offer and sale of unregistered securities; fraud in the offer and sale of securities; unjust enrichment',
          ],
          [
            'VII. Requested in complaint',
            'Injunction, disgorgement, civil penalties, appointment of a receiver. Jury demand: No',
          ],
          ['VIII. Related cases', 'None'],
          ['Date and signature', 'August 11, 2025     /s/ Paul D. Achterberg'],
        ],
      ),
      { kind: 'newPage' },
      ...form(
        ['ATTACHMENT TO CIVIL COVER SHEET', 'Addresses of defendants'],
        [
          [
            'Harrow Creek Capital Partners, LLC',
            '400 Commerce Plaza, Suite 1200, Lakemont, Franklin 38955',
          ],
          [
            'Harrow Creek Agricultural Income Fund I, LP',
            'In care of its general partner, same address',
          ],
          [
            'Harrow Creek Agricultural Income Fund II, LP',
            'In care of its general partner, same address',
          ],
          ['Desmond R. Vanterpool', '27 Heron Point Road, Lake Ammerance, Franklin 38971'],
          [
            'Vanterpool Family Holdings, LLC',
            'In care of its registered agent, Corliss Byrne, 1101 River Street, Lakemont, Franklin 38951',
          ],
          ['Counsel for defendants', 'Not known'],
          [
            'Divisional venue',
            'Lakemont. A substantial part of the events occurred in Lakemont and Tamarack Counties (Local Rule 3.1)',
          ],
          ['Related criminal matters', 'None known to the plaintiff'],
        ],
      ),
    ],
  }),
}

export const summons: DocumentPlan = {
  title: 'Summons in a Civil Action',
  make: () => ({
    paper: 'scan',
    blocks: [
      ...form(
        [
          'UNITED STATES DISTRICT COURT',
          'EASTERN DISTRICT OF FRANKLIN',
          'SUMMONS IN A CIVIL ACTION',
        ],
        [
          [
            'To',
            'Vanterpool Family Holdings, LLC, by its registered agent, 1101 River Street, Lakemont, Franklin',
          ],
          [
            'Answer due',
            'Within 21 days after service of this summons on you, not counting the day you received it',
          ],
          [
            'Plaintiff’s attorney',
            'Paul D. Achterberg, 75 Federal Square, Suite 610, Lakemont, Franklin 38950',
          ],
          ['Clerk of Court', 'By: H. K. Mercer, Deputy Clerk     August 18, 2025'],
        ],
      ),
      { kind: 'newPage' },
      ...form(
        [
          'PROOF OF SERVICE',
          '(To be filed with the court only if required by Fed. R. Civ. P. 4(l))',
        ],
        [
          ['Received on', 'August 18, 2025'],
          [
            'Manner of service',
            'I served the summons on Corliss Byrne, who is designated by law to accept service of process on behalf of the company, on August 18, 2025 at 2:40 p.m.',
          ],
          ['Fees', '$0.00 for travel and $65.00 for services, for a total of $65.00'],
          [
            'Server',
            'I declare under penalty of perjury that this information is true.     /s/ T. Alder, process server',
          ],
        ],
      ),
    ],
  }),
}
