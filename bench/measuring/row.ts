/** One figure of a section, next to a peer's from the same run. */
export interface Row {
  what: string
  peer: string
  ours: string
  /** The ratio of ours to the peer's, or the figure that has a limit. */
  result: string
  promised: string
}
