import { type WalletAccount, walletAccounts } from '@yunji/contract/commerce/wallet/schema'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { rechargePath } from '../../../shared/navigation/page-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import { MonthBar } from './month-bar.tsx'
import styles from './statement.module.css'
import { downloadStatement, type StatementDirection, useStatement } from './statement.ts'
import { StatementRow } from './statement-row.tsx'
import { accountLabels, chineseMonthOf, monthLabel } from './statement-text.ts'

const directions: readonly { readonly value: StatementDirection; readonly label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'in', label: '收入' },
  { value: 'out', label: '支出' },
]

const nothingOf: Readonly<Record<StatementDirection, string>> = { all: '收支', in: '收入', out: '支出' }

interface StatementPageProps {
  readonly initialAccount: WalletAccount
}

/** Account statement by month. */
export function StatementPage({ initialAccount }: StatementPageProps) {
  const thisMonth = chineseMonthOf(useMinute())
  const [account, setAccount] = useState(initialAccount)
  const [month, setMonth] = useState(thisMonth)
  const [direction, setDirection] = useState<StatementDirection>('all')
  const part = { account, month, direction }
  const list = useStatement(part)
  return (
    <Page
      route="user/cloudBeansList"
      title={`${accountLabels[account]}明细`}
      action={
        <TextLink tone="ink" isDisabled={list.rows.length === 0} onTap={() => void downloadStatement(part)}>
          导出
        </TextLink>
      }
    >
      <Box className={styles.head}>
        <Box className={styles.accounts}>
          <Segmented
            label="账户"
            value={account}
            onChange={setAccount}
            options={walletAccounts.map((value) => ({ value, label: accountLabels[value] }))}
          />
        </Box>
        <Card>
          <MonthBar account={account} month={month} thisMonth={thisMonth} sums={list.sums} onChange={setMonth} />
        </Card>
        <Chips label="收支" options={directions} value={direction} onChange={setDirection} />
      </Box>
      <PullList
        list={list}
        className={styles.list}
        loading={<RowsSkeleton rows={5} />}
        empty={
          <Empty
            illustration={noResults}
            title={`${monthLabel(month)}没有${nothingOf[direction]}`}
            hint="充值、支付和退款都会记在这里"
          >
            <Button variant="outline" size="medium" isNarrow to={rechargePath(account)}>
              去充值
            </Button>
          </Empty>
        }
      >
        {(entry) => <StatementRow account={account} entry={entry} />}
      </PullList>
    </Page>
  )
}
