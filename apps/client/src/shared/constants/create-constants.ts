import type { getConstants } from '@yunji/contract/dictionary/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { createLists } from '../dictionary/create-lists.ts'
import type { Clock } from '../platform/clock.ts'

type Constants = CallData<typeof getConstants>

interface ConstantsDeps {
  readonly load: () => Promise<Constants>
  readonly clock: Clock
}

const NAME = 'constants'

/** The keys by which the server knows its image list and its approval processes, kept as a dictionary is. */
export const createConstants = ({ load, clock }: ConstantsDeps) => {
  const read = createLists({ load: async () => [{ name: NAME, ...(await load()) }], clock })

  return async (): Promise<Constants> => {
    const [constants] = await read(NAME)
    if (!constants) throw new Error('the constants were not loaded')
    const { imageVersionInfoKey, processDefinitionKeys } = constants
    return { imageVersionInfoKey, processDefinitionKeys }
  }
}
