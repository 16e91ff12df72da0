import { autumn } from './entries/autumn.ts'
import { claims } from './entries/claims.ts'
import { distribution } from './entries/distribution.ts'
import { feesAndBank } from './entries/fees-and-bank.ts'
import { firstWeeks } from './entries/first-weeks.ts'
import { heronPoint } from './entries/heron-point.ts'
import { intervention } from './entries/intervention.ts'
import { judgment } from './entries/judgment.ts'
import { opening } from './entries/opening.ts'
import { orchard } from './entries/orchard.ts'
import { orchardSold } from './entries/orchard-sold.ts'
import { reports } from './entries/reports.ts'
import type { FilingSpec } from './filing-spec.ts'
import { CAPTION, CASE_NUMBER, COURT, JUDGE } from './story/case-facts.ts'
import type { DocumentPlan, EntryPlan } from './story/compose.ts'
import { clerkDate, sceneOf } from './story/scene.ts'

export interface DemoDocument {
  attachmentNumber: number
  title: string
  fileName: string
  /** What `filingPdf` makes the PDF from. */
  spec: FilingSpec
}

export interface DemoEntry {
  number: number | null
  /** YYYY-MM-DD */
  filedOn: string
  title: string
  /** The docket text as a clerk writes it. */
  description: string
  type: string
  filedBy: string
  status: 'published' | 'draft'
  documents: DemoDocument[]
}

/** The sample docket of `demo:seed`: invented from end to end, and the same on every machine. */
export function demoCase() {
  const plans = [
    opening,
    firstWeeks,
    autumn,
    intervention,
    reports,
    orchard,
    orchardSold,
    feesAndBank,
    heronPoint,
    claims,
    distribution,
    judgment,
  ].flat()
  return { settings: SETTINGS, entries: plans.sort(inDocketOrder).map(demoEntry) }
}

const SETTINGS = {
  caption: CAPTION,
  caseNumber: CASE_NUMBER,
  court: COURT,
  judge: JUDGE,
  description:
    'A civil enforcement action against the managers of two farmland funds. The Court has appointed Lenora J. Castellane as receiver to collect and sell the property of Harrow Creek Capital Partners and its affiliates and to return the proceeds to some six hundred investors. This is a fictional case for demonstration.',
  contact:
    'Office of the Receiver, 400 Commerce Plaza, Suite 1900, Lakemont. Telephone (423) 555-0150, weekdays 8:30 to 5:00. investors@harrowcreek-receiver.example',
}

/** By date, then as numbered; entries without a number come first on their day. */
function inDocketOrder(a: EntryPlan, b: EntryPlan): number {
  return a.filedOn.localeCompare(b.filedOn) || (a.number ?? 0) - (b.number ?? 0)
}

function demoEntry(plan: EntryPlan): DemoEntry {
  return {
    number: plan.number,
    filedOn: plan.filedOn,
    title: plan.title,
    description: docketText(plan),
    type: plan.type,
    filedBy: plan.filer.name === 'Court' ? '' : plan.filer.name,
    status: plan.status ?? 'published',
    documents: plan.documents.map((document, i) => demoDocument(plan, document, i)),
  }
}

function docketText({ text, filer, filedOn, documents }: EntryPlan): string {
  const isCourt = filer.name === 'Court'
  const attached = documents.slice(1).map(({ title }, i) => `# ${i + 1} ${title}`)
  const attachments = attached.length > 0 ? ` (Attachments: ${attached.join(', ')})` : ''
  const by = isCourt ? text : `${text} by ${filer.name}.`
  return `${by}${attachments} (${filer.keyboard}) (Entered: ${clerkDate(filedOn)})`
}

function demoDocument(
  plan: EntryPlan,
  document: DocumentPlan,
  attachmentNumber: number,
): DemoDocument {
  const { number, filedOn, filer, property } = plan
  const place = `${number}${attachmentNumber > 0 ? `-${attachmentNumber}` : ''}`
  const scene = sceneOf(`${place} ${document.title}`, filedOn, property)
  const stamp = { caseNumber: CASE_NUMBER, document: place, filedOn }
  return {
    attachmentNumber,
    title: document.title,
    fileName: `gov.uscourts.edfr.98417.${number}.${attachmentNumber}.pdf`,
    spec: {
      title: document.title,
      author: filer.name,
      stamp: plan.status === 'draft' ? undefined : stamp,
      ...document.make({ filedOn, filer, scene }),
    },
  }
}
