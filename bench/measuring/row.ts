/** One figure of a section, beside a peer's of the same run. */
export interface Row {
  what: string
  peer: string
  ours: string
  /** Ours to the peer's, or what is bounded. */
  result: string
  promised: string
}
