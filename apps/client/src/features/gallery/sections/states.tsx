import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { Bone, RowsSkeleton, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import type { IllustrationDrawing } from '../../../shared/ui/status/illustrations.ts'
import { noCoupons, noDevices, noFiles, noMessages, noResults } from '../../../shared/ui/status/illustrations.ts'
import { LoadingView } from '../../../shared/ui/status/loading-view.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

const others: readonly (readonly [IllustrationDrawing, string, string])[] = [
  [noCoupons, '还没有优惠券', '兑换或领取的优惠券会显示在这里'],
  [noMessages, '没有新消息', '到期提醒和任务结果会通知你'],
  [noFiles, '云空间还是空的', '上传文件，或备份一台云手机'],
  [noResults, '没有找到相关设备', '换个名字再试试'],
]

const refetch = () => Promise.reject(new Error('nothing is read here'))
const idle = { data: undefined, error: null, refetch } as const

function Asyncs() {
  return (
    <>
      <Specimen title="Async: failed" isWide>
        <Async of={{ ...idle, error: new Error('failed'), fetchStatus: 'idle' }}>{() => null}</Async>
      </Specimen>
      <Specimen title="Async: offline" isWide>
        <Async of={{ ...idle, fetchStatus: 'paused' }}>{() => null}</Async>
      </Specimen>
      <Specimen title="Async: loading, after 200 ms" isWide>
        <Async of={{ ...idle, fetchStatus: 'fetching' }} loading={<RowsSkeleton rows={3} />}>
          {() => null}
        </Async>
      </Specimen>
      <Specimen title="Async: empty, and there">
        <Async of={{ ...idle, data: [], fetchStatus: 'idle' }} isEmpty={(list) => list.length === 0} empty="还没有消息">
          {() => null}
        </Async>
        <Async of={{ ...idle, data: '内容', fetchStatus: 'idle' }}>{(text) => <Box>{text}</Box>}</Async>
      </Specimen>
    </>
  )
}

function Content() {
  return (
    <>
      <Specimen title="loading" isWide>
        <LoadingView />
      </Specimen>
      <Specimen title="skeleton" isWide>
        <Skeleton>
          <Card isPadded>
            <Row>
              <Bone width={60} height={60} shape="round" />
              <Bone width={120} height={20} />
              <Bone width={72} height={32} shape="pill" />
            </Row>
          </Card>
        </Skeleton>
      </Specimen>
      <Specimen title="empty, with what to do" isWide>
        <Empty illustration={noDevices} title="这个分组还没有设备" hint="从其他分组移入，或创建一台新的云手机">
          <Button variant="outline" size="medium" isNarrow>
            移入设备
          </Button>
          <Button size="medium" isNarrow icon={plus}>
            创建云手机
          </Button>
        </Empty>
      </Specimen>
      {others.map(([illustration, title, hint]) => (
        <Specimen key={title} title="empty" isWide>
          <Empty illustration={illustration} title={title} hint={hint} />
        </Specimen>
      ))}
      <Asyncs />
    </>
  )
}

export const statesSection: GallerySection = { id: 'states', title: '加载、空、出错', Content }
