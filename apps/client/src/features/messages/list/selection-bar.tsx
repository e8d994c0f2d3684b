import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { DELETING } from '../message-changes.ts'

/** Multiple selection of rows; null while it is off. */
export const useMultiSelect = () => {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    toggle: (id: number) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    /** All of them, or none when all are chosen already. */
    chooseAll: (ids: readonly number[]) => setChosen((before) => new Set(before?.size === ids.length ? [] : ids)),
  }
}

interface SelectionBarProps {
  readonly count: number
  readonly isAll: boolean
  readonly onAll: () => void
  readonly isBusy: boolean
  readonly onDelete: () => void
}

/** Actions for the selected messages. */
export function SelectionBar({ count, isAll, isBusy, onAll, onDelete }: SelectionBarProps) {
  return (
    <BottomBar summary={<TextLink onTap={onAll}>{isAll ? '全不选' : '全选'}</TextLink>}>
      <Button variant="danger" isDisabled={count === 0} isBusy={isBusy} busyText={DELETING} onTap={onDelete}>
        {count > 0 ? `删除 ${formatCount(count)} 条` : '删除'}
      </Button>
    </BottomBar>
  )
}
