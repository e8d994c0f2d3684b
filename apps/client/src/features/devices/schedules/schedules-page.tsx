import { MAX_SCHEDULES, scheduleKinds } from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { useState } from 'react'
import { deviceIdsOf, useChosenDevices } from '../../../shared/devices/device-choice.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleList } from './schedule-list.tsx'
import styles from './schedules.module.css'
import { useSchedules } from './schedules.ts'

const ROUTE = 'Device/schedules'

interface SchedulesPageProps {
  readonly params: PageParams
}

/** List of schedules, and the form of one. Devices in the address begin a new one. */
export function SchedulesPage({ params }: SchedulesPageProps) {
  const { ids, setIds } = useChosenDevices(ROUTE, params)
  const [edited, setEdited] = useState<ScheduleRecord>()
  const [isForm, setForm] = useState(() => deviceIdsOf(params).length > 0)
  const count = useSchedules().data?.schedules.length ?? 0
  const openForm = (schedule?: ScheduleRecord) => {
    setIds(schedule?.deviceIds ?? [])
    setEdited(schedule)
    setForm(true)
  }
  const closeForm = () => {
    setIds([])
    setEdited(undefined)
    setForm(false)
  }
  return (
    <Page
      route={ROUTE}
      action={
        isForm && (
          <TextLink tone="ink" onTap={closeForm}>
            返回列表
          </TextLink>
        )
      }
      footer={
        !isForm &&
        count > 0 && (
          <BottomBar>
            <Button icon={plus} onTap={() => openForm()}>
              新建定时任务
            </Button>
          </BottomBar>
        )
      }
    >
      <Box className={styles.page}>
        {isForm ? (
          <ScheduleForm
            key={edited?.scheduleId ?? 0}
            edited={edited}
            ids={ids}
            firstKind={scheduleKinds.find((kind) => kind === params['kind']) ?? 'reboot'}
            onSaved={closeForm}
          />
        ) : (
          <>
            <ScheduleList onNew={() => openForm()} onEdit={openForm} />
            {count > 0 && (
              <Box as="p" className={styles.notes}>
                {`时间为北京时间。服务暂时不可用而错过的不会补做，会发消息告诉你。最多 ${MAX_SCHEDULES} 个。`}
              </Box>
            )}
          </>
        )}
      </Box>
    </Page>
  )
}
