import { getOperators } from '@yunji/contract/operator/account-calls'
import { getZones } from '@yunji/contract/operator/zone-calls'
import { useCall } from '../api/query.ts'
import { useRight } from '../session/self.ts'

const MOST = '100'

/** Names of the zones, for roles that may list them. */
const useZones = () => useCall(getZones, {}, { isEnabled: useRight('stock.read') }).data?.records ?? []

/** Filter of a list by the name of a zone. */
export const useZoneFilter = () => {
  const options = useZones().map(({ zoneId, name }) => [String(zoneId), name] as const)
  return { name: 'zoneId', label: '机房', options } as const
}

export function ZoneName({ of }: { readonly of: number }) {
  return useZones().find(({ zoneId }) => zoneId === of)?.name ?? `#${of}`
}

/** Filter of a list by the name of an operator; none for roles that may not list operators. */
export const useOperatorFilter = () => {
  const mayList = useRight('operators.write')
  const operators = useCall(getOperators, { rows: MOST }, { isEnabled: mayList })
  const options = (operators.data?.records ?? []).map(({ operatorId, name }) => [String(operatorId), name] as const)
  const isCut = (operators.data?.totalPage ?? 1) > 1
  const filter = {
    name: 'operatorId',
    label: '人员',
    options,
    ...(isCut && { any: `全部人员（只列出前 ${MOST} 个）` }),
  } as const
  return mayList ? [filter] : []
}
