import { activationCodeStates } from '@yunji/contract/commerce/activation/schema'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noCoupons } from '../../../shared/ui/status/illustrations.ts'
import styles from './activation.module.css'
import { CodeCard } from './code-card.tsx'
import { codeStateLabels } from './code-text.ts'
import { type CodeFilter, useCodes } from './codes.ts'

const filters = [
  { value: 'all', label: '全部' },
  ...activationCodeStates.map((value) => ({ value, label: codeStateLabels[value] })),
] as const

interface CodeListProps {
  readonly onUse: (code: string) => void
  readonly onBuy: () => void
}

/** Purchased codes. */
export function CodeList({ onUse, onBuy }: CodeListProps) {
  const [filter, setFilter] = useState<CodeFilter>('all')
  const list = useCodes(filter)
  useReturn(() => void list.refresh())
  return (
    <>
      <Box className={styles.filters}>
        <Chips label="激活码状态" options={filters} value={filter} onChange={setFilter} />
      </Box>
      <PullList
        list={list}
        className={styles.list}
        loading={<RowsSkeleton rows={3} />}
        empty={
          <Empty
            illustration={noCoupons}
            title={filter === 'all' ? '还没有激活码' : `没有${codeStateLabels[filter]}的激活码`}
            hint="买来的激活码可以自己用，也可以送给别人"
          >
            <Button variant="outline" size="medium" isNarrow onTap={onBuy}>
              购买激活码
            </Button>
          </Empty>
        }
      >
        {(code) => <CodeCard code={code} onUse={() => onUse(code.activationCode)} />}
      </PullList>
    </>
  )
}
