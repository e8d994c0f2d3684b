import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reuseWorker } from './reused-worker.ts'

const { YUNJI_MUTATION_MODULE: name = '' } = process.env

/**
 * The first failing test ends a mutant's run. Tests of the mutated module come first, and short files before long ones.
 */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isForeign = ({ moduleId }: TestSpecification) => Number(!moduleId.includes(`/modules/${name}/`))
    const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size
    return files.toSorted((one, other) => isForeign(one) - isForeign(other) || sizeOf(one) - sizeOf(other))
  }
}

/** The server's tests beside its code; `server.ts` says which of them a module has, and starts their PostgreSQL. */
export default defineConfig({
  plugins: [reuseWorker()],
  test: {
    include: ['apps/server/src/**/*.test.ts'],
    isolate: false,
    sequence: { sequencer: OwnTestsFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
