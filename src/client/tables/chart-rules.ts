/** Which of the bars lies at this share (0 to 1) of the plot's width. */
export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

/** A week of days, as good a step as any for the others. */
const PAGE = 7

/** Where a key leads from a bar, as a slider's keys do (WAI-ARIA); undefined for any other key. */
export function moved(key: string, from: number, count: number): number | undefined {
  const last = count - 1
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - PAGE,
    PageUp: from + PAGE,
    Home: 0,
    End: last,
  }
  if (!Object.hasOwn(targets, key)) return undefined
  return Math.min(last, Math.max(0, targets[key] ?? from))
}
