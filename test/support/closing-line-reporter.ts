import type { Reporter, TestModule } from 'vitest/node'
import { courtFixtures } from './environment.ts'

const NOT_RUN =
  'The tests over real court files did not run: COURT_FIXTURES does not name a folder of them.'

/** Ends the run with one plain line, `N passed, N failed[, N skipped]`, which .ci/run reads. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      const before = count.failed
      for (const test of module.children.allTests()) count[test.result().state] += 1
      // A file that could not be loaded or set up has no failed test, but counts as failed.
      if (!module.ok() && count.failed === before) count.failed += 1
    }
    const failed = count.failed + errors.length
    const skipped = count.skipped + count.pending
    // The last line, after what the run still prints while it ends.
    process.prependListener('exit', () => {
      if (failed > 0) process.exitCode = 1
      if (!courtFixtures()) console.log(NOT_RUN)
      console.log(
        `${count.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
      )
    })
  }
}
