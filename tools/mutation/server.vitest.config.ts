import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepWorker } from './kept-worker.ts'

const { YUNJI_MUTATION_MODULE: name = '' } = process.env

/** Tests of the mutated module itself come first: they notice most, and the first that fails ends the run of a mutant. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isForeign = ({ moduleId }: TestSpecification) => Number(!moduleId.includes(`/modules/${name}/`))
    return files.toSorted((one, other) => isForeign(one) - isForeign(other))
  }
}

/** The server's tests beside its code; `server.ts` says which of them a module has, and starts their PostgreSQL. */
export default defineConfig({
  plugins: [keepWorker()],
  test: {
    include: ['apps/server/src/**/*.test.ts'],
    isolate: false,
    sequence: { sequencer: OwnTestsFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
