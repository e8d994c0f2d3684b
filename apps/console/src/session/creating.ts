import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { useSearchState } from '../ui/list/search-state.ts'
import { useRight } from './self.ts'

/** Whether the form of a new record is open: in the address, so that the command bar can open it. */
export const useCreating = (right: OperatorRight): readonly [boolean, (isOpen: boolean) => void] => {
  const { state, change } = useSearchState()
  const mayCreate = useRight(right)
  return [mayCreate && state.new === '1', (isOpen) => change({ new: isOpen ? '1' : undefined })]
}
