import { BottomBar } from '../../shared/ui/bottom-bar.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'

interface ChoosingBarProps {
  readonly count: number
  readonly isAll: boolean
  readonly onAll: () => void
  readonly onRemove: () => void
}

/** What can be done to the messages that are chosen. */
export function ChoosingBar({ count, isAll, onAll, onRemove }: ChoosingBarProps) {
  return (
    <BottomBar summary={<TextLink onTap={onAll}>{isAll ? '全不选' : '全选'}</TextLink>}>
      <Button look="danger" isDisabled={count === 0} onTap={onRemove}>
        {count > 0 ? `删除 ${count} 条` : '删除'}
      </Button>
    </BottomBar>
  )
}
