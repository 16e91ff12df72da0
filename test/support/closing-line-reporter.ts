import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line, `N passed, N failed[, N skipped]`, for whoever reads only that. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1
      if (!module.ok() && module.errors().length > 0) count.failed += 1
    }
    const failed = count.failed + errors.length
    const skipped = count.skipped + count.pending
    process.on('exit', () => {
      console.log(
        `${count.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
      )
    })
  }
}
