/** Who files, how they sign, and what paper their office uses. */
export interface Filer {
  /** As the docket names the party: "by ...". */
  name: string
  /** As the clerk's record names the person at the keyboard: "Oyelaran, Miriam". */
  keyboard: string
  /** How the filing calls its author: "Lenora J. Castellane, as court-appointed Receiver,". */
  movant: string
  signs: string
  signatureLines: string[]
  attorneyBlock: string[]
  paper: 'pleading' | 'double'
  column: ')' | '§'
}

export const receiver: Filer = {
  name: 'Lenora J. Castellane, Receiver',
  keyboard: 'Oyelaran, Miriam',
  movant: 'Lenora J. Castellane, the court-appointed receiver (the “Receiver”),',
  signs: 'Miriam A. Oyelaran',
  signatureLines: [
    'Miriam A. Oyelaran (Bar No. 30418)',
    'PRUETT OYELARAN LLP',
    '*Counsel for Lenora J. Castellane, Receiver*',
  ],
  attorneyBlock: [
    'MIRIAM A. OYELARAN (Bar No. 30418)',
    'moyelaran@pruettoyelaran.example',
    'JONAH T. PRUETT (Bar No. 22975)',
    'PRUETT OYELARAN LLP',
    '400 Commerce Plaza, Suite 1900',
    'Lakemont, Franklin 38955',
    'Telephone: (423) 555-0142',
    'Counsel for Lenora J. Castellane, Receiver',
  ],
  paper: 'pleading',
  column: ')',
}

export const commission: Filer = {
  name: 'Federal Investment Markets Commission',
  keyboard: 'Achterberg, Paul',
  movant: 'Plaintiff Federal Investment Markets Commission (the “Commission”)',
  signs: 'Paul D. Achterberg',
  signatureLines: [
    'Paul D. Achterberg',
    'Rebecca S. Thornquist',
    'FEDERAL INVESTMENT MARKETS COMMISSION',
    'Lakemont Regional Office',
    '75 Federal Square, Suite 610, Lakemont, Franklin 38950',
    'Telephone: (423) 555-0117',
    '*Counsel for Plaintiff*',
  ],
  attorneyBlock: [],
  paper: 'double',
  column: '§',
}

export const vanterpool: Filer = {
  name: 'Desmond R. Vanterpool',
  keyboard: 'Sorrel, Nathaniel',
  movant: 'Defendant Desmond R. Vanterpool',
  signs: 'Nathaniel B. Sorrel',
  signatureLines: [
    'Nathaniel B. Sorrel (Bar No. 27760)',
    'SORREL & DUNMORE, P.C.',
    '*Counsel for Defendant Desmond R. Vanterpool*',
  ],
  attorneyBlock: [
    'NATHANIEL B. SORREL (Bar No. 27760)',
    'SORREL & DUNMORE, P.C.',
    '1101 River Street, Third Floor',
    'Lakemont, Franklin 38951',
    'Telephone: (423) 555-0163',
    'Counsel for Defendant Desmond R. Vanterpool',
  ],
  paper: 'double',
  column: ')',
}

export const reliefDefendant: Filer = {
  name: 'Vanterpool Family Holdings, LLC and Desmond R. Vanterpool',
  keyboard: 'Albright, Keziah',
  movant:
    'Relief Defendant Vanterpool Family Holdings, LLC, joined by Defendant Desmond R. Vanterpool,',
  signs: 'Keziah M. Albright',
  signatureLines: [
    'Keziah M. Albright (Bar No. 33102)',
    'ALBRIGHT LAW OFFICE PLLC',
    '*Counsel for Vanterpool Family Holdings, LLC*',
  ],
  attorneyBlock: [],
  paper: 'double',
  column: ')',
}

export const bank: Filer = {
  name: 'First Prairie Agricultural Bank',
  keyboard: 'Gaskill, Howard',
  movant: 'First Prairie Agricultural Bank (“First Prairie”)',
  signs: 'Howard L. Gaskill',
  signatureLines: [
    'Howard L. Gaskill (Bar No. 19844)',
    'GASKILL FENN LLP',
    '*Counsel for First Prairie Agricultural Bank*',
  ],
  attorneyBlock: [],
  paper: 'double',
  column: '§',
}

export const committee: Filer = {
  name: 'Ad Hoc Committee of Harrow Creek Investors',
  keyboard: 'Lindqvist-Adair, Simone',
  movant: 'The Ad Hoc Committee of Harrow Creek Investors',
  signs: 'Simone V. Lindqvist-Adair',
  signatureLines: [
    'Simone V. Lindqvist-Adair',
    'LINDQVIST-ADAIR & COLE LLP',
    '*Counsel for the Committee*',
  ],
  attorneyBlock: [],
  paper: 'double',
  column: ')',
}

export const penhallow: Filer = {
  name: 'Walter Penhallow and June Penhallow',
  keyboard: 'hkm',
  movant: 'Walter and June Penhallow, investors appearing without counsel,',
  signs: 'Walter Penhallow',
  signatureLines: [
    'Walter Penhallow',
    'June Penhallow',
    '5 Quarry Hollow Lane, Tamarack Falls, Franklin 38990',
    '*Pro se*',
  ],
  attorneyBlock: [],
  paper: 'double',
  column: ')',
}

export const court: Filer = {
  name: 'Court',
  keyboard: 'hkm',
  movant: 'The Court',
  signs: 'Marguerite E. Halvorsen',
  signatureLines: ['MARGUERITE E. HALVORSEN', 'UNITED STATES DISTRICT JUDGE'],
  attorneyBlock: [],
  paper: 'double',
  column: ')',
}
