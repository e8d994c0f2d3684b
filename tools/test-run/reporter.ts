import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { failureFolder } from '@yunji/testkit/kept-failure'
import {
  DefaultReporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
} from 'vitest/node'
import { root } from '../command.ts'
import { clock, TestProgress } from './progress.ts'
import { expectDurations, type Failure, type FileResult, type TestResults } from './runs.ts'

/** Set by `tools/test.ts`, which waits for it. */
export const RESULTS_VARIABLE = 'YUNJI_TEST_RESULTS'

const SHOWN_FROM_MS = 10_000
const LINE_EVERY_MS = 30_000
/** More failures at once have one cause, and are listed at the end. */
const FAILURES_SHOWN = 5
const MESSAGE_LINES = 12

/** Says where the run stands, shows a failure at once, lists failed and slow files, and writes the results. */
export default class TestReporter extends DefaultReporter {
  #progress = new TestProgress([], 1)
  #startedAt = performance.now()
  #ticking: NodeJS.Timeout | undefined
  #told = new Set<string>()
  #failures: Failure[] = []

  constructor() {
    // Lines only: the output is the same in a terminal and in a log.
    super({ summary: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    const durationOf = expectDurations()
    const planned = specifications.map(({ moduleId, project }) => {
      const file = path.relative(root, moduleId)
      return { file, project: project.name, seconds: durationOf(file, project.name) }
    })
    const workers = Number(specifications[0]?.project.config.maxWorkers) || 1
    this.#startedAt = performance.now()
    this.#progress = new TestProgress(planned, workers)
    if (planned.length > 1) this.log(` ${planned.length} test files, about ${this.#left()} …`)
    this.#ticking = setInterval(() => this.#tellProgress(), LINE_EVERY_MS).unref()
    super.onTestRunStart(specifications)
  }

  override onTestModuleQueued(testModule: TestModule): void {
    this.#progress.begin(testModule.relativeModuleId, this.#now())
    const { name } = testModule.project
    if (!this.#told.has(name)) this.#tellProgress(`${name} begins`)
    this.#told.add(name)
    super.onTestModuleQueued(testModule)
  }

  override onTestCaseResult(testCase: TestCase): void {
    super.onTestCaseResult(testCase)
    const { state, errors } = testCase.result()
    if (state === 'failed') this.#showFailure(testCase.module.relativeModuleId, testCase, errors)
  }

  override onTestModuleEnd(testModule: TestModule): void {
    const file = testModule.relativeModuleId
    this.#progress.end(file, this.#now())
    const isShown = !testModule.ok() || testModule.diagnostic().duration >= SHOWN_FROM_MS
    if (isShown) super.onTestModuleEnd(testModule)
    const hasTold = this.#failures.some((failure) => failure.file === file)
    if (testModule.state() === 'failed' && !hasTold) this.#showFailure(file, undefined, errorsOf(testModule))
  }

  override async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    clearInterval(this.#ticking)
    super.onTestRunEnd(modules, errors, reason)
    const target = process.env[RESULTS_VARIABLE]
    if (!target || reason === 'interrupted') return
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, JSON.stringify(this.#results(modules)))
  }

  #results(modules: readonly TestModule[]): TestResults {
    const tests = modules.flatMap((each) => [...each.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const unloaded = this.#failures.filter(({ test }) => test === '').length
    return {
      passed: count('passed'),
      failed: count('failed') + unloaded,
      skipped: count('skipped'),
      files: Object.fromEntries(modules.map((each) => [each.relativeModuleId, resultOf(each)])),
      failures: this.#failures,
      smallForms: Object.fromEntries(tests.flatMap(smallFormOf)),
      projects: this.#progress.projects(this.#now()).map(({ name, seconds }) => ({ name, seconds })),
    }
  }

  #now(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  #left(): string {
    const seconds = this.#progress.secondsLeft(this.#now())
    return seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.ceil(seconds / 60)} min`
  }

  #tellProgress(what = ''): void {
    const now = this.#now()
    const projects = this.#progress.projects(now).filter(({ done, total }) => done < total)
    const counts = projects.map(({ name, done, total }) => `${name} ${done} of ${total} files`)
    const running = this.#progress.running(now).map(({ file, seconds }) => `${shortName(file)} ${clock(seconds)}`)
    const failed = this.#failures.length > 0 ? [`${this.#failures.length} failed`] : []
    const parts = [...(what ? [what] : []), ...counts, ...failed, `about ${this.#left()} left`]
    this.log(` … ${clock(now)}  ${parts.join(', ')}${running.length > 0 ? `; now ${running.join(', ')}` : ''}`)
  }

  #showFailure(file: string, testCase: TestCase | undefined, errors: readonly SerializedError[] | undefined): void {
    this.#failures.push({ file, test: testCase?.fullName ?? '' })
    if (this.#failures.length > FAILURES_SHOWN) return
    this.log(` FAILED after ${clock(this.#now())}: ${file}${testCase ? ` > ${testCase.fullName}` : ''}`)
    for (const { message, stacks } of errors ?? []) {
      for (const line of message.split('\n').slice(0, MESSAGE_LINES)) this.log(`   ${line}`)
      const place = stacks?.find((frame) => frame.file.startsWith(root))
      if (place) this.log(`   at ${path.relative(root, place.file)}:${place.line}`)
    }
    const folder = failureFolder(file, testCase?.name ?? '')
    if (!existsSync(folder)) return
    this.log(`   kept in ${path.relative(root, folder)}: ${readdirSync(folder).toSorted().join(', ')}`)
  }
}

/** `e2e/home` for `tests/e2e/home.test.ts` */
const shortName = (file: string): string =>
  file
    .replace(/\.test\.tsx?$/, '')
    .split('/')
    .slice(-2)
    .join('/')

/** `R2: title > its small form is kept` */
const SMALL_FORM = /^([RS]\d+): .* > its small form is kept$/

function smallFormOf(test: TestCase): [string, number][] {
  const [, id] = SMALL_FORM.exec(test.fullName) ?? []
  return id === undefined ? [] : [[id, Math.round((test.diagnostic()?.duration ?? 0) / 100) / 10]]
}

function resultOf(testModule: TestModule): FileResult {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    testModule.diagnostic()
  const milliseconds = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration
  const state = testModule.state()
  return {
    project: testModule.project.name,
    state: state === 'passed' || state === 'skipped' ? state : 'failed',
    seconds: Math.round(milliseconds / 100) / 10,
  }
}

/** Errors of the file itself and of the set-up of its suites. */
const errorsOf = (testModule: TestModule): SerializedError[] => [
  ...testModule.errors(),
  ...[...testModule.children.allSuites()].flatMap((suite) => [...suite.errors()]),
]
