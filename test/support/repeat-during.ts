/** Repeats each visit, one after another, until the work is done. */
export async function repeatDuring(work: Promise<unknown>, visits: (() => Promise<unknown>)[]) {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  const repeat = async (visit: () => Promise<unknown>) => {
    while (!isOver) await visit()
  }
  await Promise.all([done, ...visits.map(repeat)])
}
