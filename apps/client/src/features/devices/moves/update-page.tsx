import { getUpdateTerms, upgradeDevice } from '@yunji/contract/devices/update/calls'
import type { ImageVersion, UpdateTerms } from '@yunji/contract/devices/update/schema'
import { formatFileSize } from '@yunji/contract/display/text'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { alert, forward } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './moves.module.css'
import { backHome, Consequences, DeviceCard, followTask } from './moving-device.tsx'

function Versions({ current, next }: Pick<UpdateTerms, 'current' | 'next'>) {
  return (
    <Box className={styles.route}>
      <Box className={styles.side}>
        <Box className={styles.when}>当前版本</Box>
        <Box className={styles.place}>{current.version}</Box>
      </Box>
      {next && (
        <>
          <Box className={styles.arrow} isDecoration>
            <Icon of={forward} size={16} />
          </Box>
          <Box className={styles.side}>
            <Box className={styles.when}>新版本</Box>
            <Box className={styles.place}>{next.version}</Box>
          </Box>
        </>
      )}
    </Box>
  )
}

function Notes({ image, title }: { readonly image: ImageVersion; readonly title: string }) {
  return (
    <Card title={title} isPadded note={formatFileSize(image.sizeBytes)}>
      <Box as="ul" className={styles.items}>
        {image.notes.map((note) => (
          <Box key={note} as="li" className={styles.item}>
            {note}
          </Box>
        ))}
      </Box>
    </Card>
  )
}

interface TermsProps {
  readonly deviceId: number
  readonly terms: UpdateTerms
  readonly refetch: () => unknown
}

function UpdateTermsView({ deviceId, terms: { device, current, next }, refetch }: TermsProps) {
  const [idempotencyKey] = useState(randomId)
  const updating = useWrite(
    async ({ version }: ImageVersion): Promise<void> => {
      const answer = await callApi(upgradeDevice, { deviceId, version }, { idempotencyKey })
      if (answer.code === ErrorCode.OK) return followTask(answer.data.taskId)
      showToast(answer.msg, 'error')
    },
    {
      confirm: ({ version }) =>
        confirm({
          title: `更新到 ${version}？`,
          body: `「${device.name}」会重启，约几分钟内不能使用。应用和数据都保留，更新失败时恢复原来的版本。`,
          cancelText: '取消',
          confirmText: '开始更新',
        }),
      onError: (error) => {
        showError(error)
        void refetch()
      },
    },
  )
  return (
    <Page
      route="Device/upgradeDevice"
      footer={
        <BottomBar>
          <Button
            isDisabled={!next || device.obstacle !== ''}
            isBusy={updating.isBusy}
            onTap={() => next && updating.run(next)}
          >
            {next ? `更新到 ${next.version}` : '已是最新版本'}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        {next && device.obstacle && <NoticeBar text={device.obstacle} tone="soon" icon={alert} />}
        <DeviceCard device={device} note={device.zoneName}>
          <Box className={styles.stock}>
            <Versions current={current} next={next} />
          </Box>
        </DeviceCard>
        <Notes image={next ?? current} title={next ? '更新内容' : '当前版本内容'} />
        {next && (
          <Consequences
            kept="应用和数据，名称、分组、授权和到期时间"
            lost="正在运行的应用会关闭"
            minutes="几分钟，期间设备会重启，不能使用"
            cost="免费"
            failure="恢复原来的版本，数据不变"
          />
        )}
      </Box>
    </Page>
  )
}

/** A newer image of the same line. */
export function UpdatePage({ deviceId }: { readonly deviceId: number }) {
  const terms = useCall(getUpdateTerms, { deviceId: String(deviceId) })
  const { data, refetch } = terms
  // Another version is another request.
  if (data) return <UpdateTermsView key={data.next?.version} deviceId={deviceId} terms={data} refetch={refetch} />
  return (
    <Page route="Device/upgradeDevice">
      <Async of={terms} loading={<RowsSkeleton rows={4} />} elsewhere={backHome}>
        {() => null}
      </Async>
    </Page>
  )
}
