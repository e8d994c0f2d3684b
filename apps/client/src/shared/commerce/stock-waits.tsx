import { getStockWaits, setStockWait } from '@yunji/contract/commerce/commodity/calls'
import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { STOCK_WAIT_DAYS } from '@yunji/contract/commerce/commodity/terms'
import { queryClient, queryKeyOf, requestData, useCall } from '../api/query.ts'
import { useWrite } from '../api/use-write.ts'
import { showToast } from '../feedback/toast.ts'
import { loginUrlBackTo } from '../navigation/login-redirect.ts'
import { currentUrl } from '../platform/router/location'
import { openPage } from '../platform/router/router.ts'
import { session, useSession } from '../session/session.ts'
import { Button } from '../ui/button/button.tsx'
import { Card } from '../ui/card/card.tsx'
import { Cell } from '../ui/card/cell.tsx'

type Zone = Pick<ZoneStock, 'zoneId' | 'name' | 'inventoryStatus'>

interface Wait {
  /** Any zone when absent. */
  readonly zoneId?: number
  readonly name: string
}

/** One row for each zone that is sold out; a single one when all of several are. */
const waitsFor = (zones: readonly Zone[]): readonly Wait[] => {
  const soldOut = zones.filter(({ inventoryStatus }) => inventoryStatus === InventoryStatus.insufficient)
  return soldOut.length > 1 && soldOut.length === zones.length ? [{ name: '任一区域' }] : soldOut
}

const useSetWait = (configId: number) =>
  useWrite(
    async ({ zoneId, isOn }: { readonly zoneId: number | undefined; readonly isOn: boolean }) => {
      const input = { configId, isOn, ...(zoneId !== undefined && { zoneId }) }
      const after = await requestData(setStockWait, input)
      queryClient.setQueryData(queryKeyOf(getStockWaits, {}, session.store.getState().userId), after)
      showToast(isOn ? `${STOCK_WAIT_DAYS} 天内有货会提醒你一次` : '已取消提醒', 'success')
    },
    { keyOf: ({ zoneId }) => zoneId },
  )

interface StockWaitsProps {
  readonly configId: number
  readonly zones: readonly Zone[] | undefined
}

/** 到货提醒 for what is sold out; nothing where everything can be had. */
export function StockWaits({ configId, zones }: StockWaitsProps) {
  const isLoggedIn = useSession(({ userId }) => userId !== null)
  const set = useCall(getStockWaits, {}).data?.waits ?? []
  const { run } = useSetWait(configId)
  const waits = waitsFor(zones ?? [])
  if (waits.length === 0) return null
  const toggle = (zoneId: number | undefined, isOn: boolean) => {
    if (isLoggedIn) run({ zoneId, isOn })
    else void openPage(loginUrlBackTo(currentUrl()))
  }
  return (
    <Card title="到货提醒">
      {waits.map(({ zoneId, name }) => {
        const isOn = set.some((wait) => wait.configId === configId && wait.zoneId === (zoneId ?? null))
        return (
          <Cell
            key={name}
            title={name}
            sub={isOn ? '有货时发消息告诉你' : '目前没有货'}
            value={
              <Button variant={isOn ? 'outline' : 'tint'} size="small" onTap={() => toggle(zoneId, !isOn)}>
                {isOn ? '取消提醒' : '到货提醒'}
              </Button>
            }
          />
        )
      })}
    </Card>
  )
}
