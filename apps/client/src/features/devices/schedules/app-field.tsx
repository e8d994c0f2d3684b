import { useQuery } from '@tanstack/react-query'
import { getAppList, getDeviceList } from '@yunji/contract/devices/device/calls'
import { PACKAGE_NAME_PATTERN } from '@yunji/contract/devices/device/rules'
import type { ScheduleTarget } from '@yunji/contract/devices/schedule/rules'
import { requestData } from '../../../shared/api/query.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { Picker } from '../../../shared/ui/picker/picker'
import styles from './schedules.module.css'

export interface ChosenApp {
  readonly packageName: string
  readonly name: string
}

const MOST_APPS = '100'
const MOST_CHARACTERS = 255

interface Sample {
  readonly target: ScheduleTarget
  readonly deviceId: number | undefined
  readonly groupId: number | undefined
  readonly tag: string
}

/** A running device of the target, whose apps are offered. */
const findSample = async ({ target, deviceId, groupId, tag }: Sample): Promise<number | undefined> => {
  if (target === 'devices') return deviceId
  const of = target === 'group' ? { groupId: String(groupId ?? 0) } : { tag }
  const input = { page: '1', rows: '1', state: 'running', owner: 'me', ...of } as const
  return (await requestData(getDeviceList, input)).records[0]?.deviceId
}

/** None when the device is not running: the package is typed then. */
const useApps = (sample: Sample) =>
  useQuery({
    queryKey: [getAppList.path, 'schedule', sample],
    queryFn: async () => {
      const deviceId = await findSample(sample)
      if (deviceId === undefined) return []
      return requestData(getAppList, { deviceId: String(deviceId), page: '1', rows: MOST_APPS }).then(
        ({ records }) => records,
        () => [],
      )
    },
    enabled: sample.target === 'devices' ? sample.deviceId !== undefined : Boolean(sample.groupId ?? sample.tag),
  })

interface AppFieldProps extends Sample {
  readonly app: ChosenApp
  readonly onApp: (app: ChosenApp) => void
}

export function AppField({ app, onApp, ...sample }: AppFieldProps) {
  const apps = useApps(sample).data ?? []
  const isWrong = app.packageName !== '' && !PACKAGE_NAME_PATTERN.test(app.packageName)
  return (
    <Card title="打开哪个应用" isPadded>
      {apps.length > 0 && (
        <Box className={styles.field}>
          <Picker
            label="应用"
            placeholder="从设备上的应用里选"
            options={apps.map(({ packageName, name }) => ({ value: packageName, label: name }))}
            value={app.packageName === '' ? [] : [app.packageName]}
            onChange={([chosen]) => {
              const found = apps.find(({ packageName }) => packageName === chosen)
              if (found) onApp({ packageName: found.packageName, name: found.name })
            }}
          />
        </Box>
      )}
      <Box className={styles.field}>
        <Field
          label="应用包名"
          placeholder="应用包名，如 com.example.app"
          maxLength={MOST_CHARACTERS}
          value={app.packageName}
          onChange={(text) => onApp({ packageName: text.trim(), name: '' })}
          error={isWrong ? '包名的格式不对' : undefined}
          hint="没有安装这个应用的设备会算作未完成"
        />
      </Box>
    </Card>
  )
}
