import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

const SHOWN_FROM_MS = 10_000
const FILES_PER_LINE = 20

/** Lists failed and slow files and counts the others. */
export default class TestReporter extends DefaultReporter {
  #fileCount = 0
  #doneCount = 0

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#fileCount = specifications.length
    super.onTestRunStart(specifications)
  }

  override onTestModuleEnd(testModule: TestModule): void {
    this.#doneCount += 1
    const isShown = !testModule.ok() || testModule.diagnostic().duration >= SHOWN_FROM_MS
    if (isShown) super.onTestModuleEnd(testModule)
    if (this.#doneCount % FILES_PER_LINE === 0) this.log(` … ${this.#doneCount} of ${this.#fileCount} test files`)
  }
}
