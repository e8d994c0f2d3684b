import { nextRunText } from '@yunji/contract/devices/schedule/rules'
import { pathOf } from '@yunji/contract/pages'
import type { DataCenterDevice } from '@yunji/contract/space/backup-calls'
import { useState } from 'react'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { clock, layers } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import styles from './backups.module.css'
import { useKeepLast } from './backups.ts'

const CHOICES = [0, 1, 3, 5, 7, 10, 30]

const keepText = (keepLast: number): string => (keepLast === 0 ? '全部保留' : `最近 ${keepLast} 份`)

/** Schedule and number of kept backups of a device. */
export function CentreSettings({ device }: { readonly device: DataCenterDevice }) {
  const { deviceId, keepLast, nextBackupAt } = device
  const nowMs = useMinute()
  const [isOpen, setOpen] = useState(false)
  const keeping = useKeepLast(() => setOpen(false))
  const schedules = pathOf('Device/schedules')
  // An earlier or another client may have set any number.
  const choices = [...new Set([...CHOICES, keepLast])]
  choices.sort((one, other) => one - other)
  return (
    <>
      <Card>
        <Cell
          icon={clock}
          title="自动备份"
          value={nextBackupAt === null ? '未设置' : `下次 ${nextRunText(nextBackupAt, nowMs)}`}
          to={nextBackupAt === null ? `${schedules}?deviceId=${deviceId}&kind=backup` : schedules}
        />
        <Cell icon={layers} title="保留份数" value={keepText(keepLast)} onTap={() => setOpen(true)} />
      </Card>
      <Sheet isOpen={isOpen} title="保留份数" onClose={() => setOpen(false)}>
        <Box as="p" className={styles.sheetHint}>
          超出的旧备份移到回收站，保留 7 天；到期备份不计在内
        </Box>
        <Box role="radiogroup" label="保留份数">
          {choices.map((value) => (
            <Cell
              key={value}
              title={keepText(value)}
              choice="radio"
              isChecked={value === keepLast}
              isDisabled={keeping.isBusy}
              onTap={() => (value === keepLast ? setOpen(false) : keeping.run({ deviceId, keepLast: value }))}
            />
          ))}
        </Box>
      </Sheet>
    </>
  )
}
