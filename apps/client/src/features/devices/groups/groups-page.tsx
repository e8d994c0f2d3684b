import type { DeviceGroup } from '@yunji/contract/devices/group/schema'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { homeGroup } from '../../../shared/devices/home-group.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { ActionGrid } from '../../../shared/ui/action-grid/action-grid.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { edit, plus, trash } from '../../../shared/ui/icon/controls.ts'
import { move } from '../../../shared/ui/icon/device.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { GroupCard, SortCard } from './group-card.tsx'
import { GroupForm } from './group-form.tsx'
import styles from './groups.module.css'
import { operate, useGroups } from './groups.ts'

type OpenSheet = { readonly kind: 'create' } | { readonly kind: 'actions' | 'rename'; readonly group: DeviceGroup }

const sumOf = (groups: readonly DeviceGroup[], count: 'deviceCount' | 'runningCount') =>
  groups.reduce((sum, group) => sum + group[count], 0)

const showAtHome = (group: DeviceGroup | null) => {
  homeGroup.show(group)
  void openPage(pathOf('Home/index'))
}

const confirmDelete = ({ name, deviceCount }: DeviceGroup) =>
  confirm({
    icon: trash,
    title: `删除分组「${name}」？`,
    body:
      deviceCount > 0
        ? `组内 ${formatCount(deviceCount)} 台设备会移到默认分组，设备和数据都不受影响。`
        : '删除后不能恢复，可以再新建同名分组。',
    confirmText: '删除分组',
    cancelText: '取消',
    isDanger: true,
  })

interface GroupSheetsProps {
  readonly open: OpenSheet | null
  readonly setOpen: (open: OpenSheet | null) => void
}

function GroupSheets({ open, setOpen }: GroupSheetsProps) {
  const close = () => setOpen(null)
  const { run: remove } = useWrite(
    async (group: DeviceGroup) => {
      await operate({ operationType: 'delete', groupId: group.groupId })
      homeGroup.forget(group.groupId)
      showToast('分组已删除', 'success')
    },
    { confirm: confirmDelete },
  )
  const create = async (name: string) => {
    await operate({ operationType: 'create', name })
    showToast('分组已创建', 'success')
    close()
  }
  const rename = async (name: string) => {
    if (open?.kind !== 'rename') return
    await operate({ operationType: 'rename', groupId: open.group.groupId, name })
    showToast('名称已修改', 'success')
    close()
  }
  const group = open && open.kind !== 'create' ? open.group : undefined
  return (
    <>
      <Sheet isOpen={open?.kind === 'create'} title="新建分组" onClose={close}>
        <GroupForm action="创建" onSave={create} />
      </Sheet>
      <Sheet isOpen={open?.kind === 'rename'} title="修改分组名称" onClose={close}>
        <GroupForm key={group?.groupId} name={group?.name} action="保存" onSave={rename} />
      </Sheet>
      <Sheet isOpen={open?.kind === 'actions'} title={group?.name ?? ''} onClose={close}>
        {group && (
          <ActionGrid
            title="分组操作"
            actions={[
              { icon: edit, label: '重命名', onTap: () => setOpen({ kind: 'rename', group }) },
              {
                icon: move,
                label: '移入设备',
                onTap: () => {
                  close()
                  void openPage(`${pathOf('Group/pages/MoveGroup')}?groupId=${group.groupId}`)
                },
              },
              ...(group.isDefault
                ? []
                : [
                    {
                      icon: trash,
                      label: '删除',
                      isDanger: true,
                      onTap: () => {
                        close()
                        remove(group)
                      },
                    },
                  ]),
            ]}
          />
        )}
      </Sheet>
    </>
  )
}

interface SortingProps {
  readonly groups: readonly DeviceGroup[]
  readonly order: readonly number[]
  readonly onOrder: (order: readonly number[]) => void
}

function Sorting({ groups, order, onOrder }: SortingProps) {
  const swap = (index: number, places: -1 | 1) => {
    const next = [...order]
    const moved = next.splice(index, 1)
    next.splice(index + places, 0, ...moved)
    onOrder(next)
  }
  return (
    <Box as="ul" className={styles.list}>
      {order.map((groupId, index) => (
        <Box as="li" key={groupId}>
          <SortCard
            name={groups.find((group) => group.groupId === groupId)?.name ?? ''}
            isFirst={index === 0}
            isLast={index === order.length - 1}
            onMove={(places) => swap(index, places)}
          />
        </Box>
      ))}
    </Box>
  )
}

/** The user's groups: created, named, ordered and deleted. */
export function GroupsPage() {
  const groups = useGroups()
  const [open, setOpen] = useState<OpenSheet | null>(null)
  const [order, setOrder] = useState<readonly number[] | null>(null)
  // Devices are moved on a page of their own.
  useReturn(() => void groups.refetch())
  const own = groups.data?.records.filter(({ isDefault }) => !isDefault) ?? []
  const { isBusy, run: saveOrder } = useWrite(async () => {
    if (order) await operate({ operationType: 'order', groupIds: [...order] })
    setOrder(null)
  })
  const canSort = own.length > 1
  return (
    <Page
      route="Group/index"
      action={
        canSort &&
        (order ? (
          <TextLink tone="ink" onTap={() => setOrder(null)}>
            取消
          </TextLink>
        ) : (
          <TextLink tone="ink" onTap={() => setOrder(own.map(({ groupId }) => groupId))}>
            排序
          </TextLink>
        ))
      }
      footer={
        <BottomBar>
          {order ? (
            <Button isBusy={isBusy} onTap={saveOrder}>
              完成排序
            </Button>
          ) : (
            <Button icon={plus} onTap={() => setOpen({ kind: 'create' })}>
              新建分组
            </Button>
          )}
        </BottomBar>
      }
    >
      <Async of={groups} loading={<RowsSkeleton rows={4} />}>
        {({ records }) =>
          order ? (
            <Sorting groups={records} order={order} onOrder={setOrder} />
          ) : (
            <>
              <Card>
                <Cell
                  title="全部设备"
                  isTitleLarge
                  sub={`${formatCount(sumOf(records, 'deviceCount'))} 台，${formatCount(sumOf(records, 'runningCount'))} 台运行中`}
                  onTap={() => showAtHome(null)}
                />
              </Card>
              <Box as="h2" className={styles.heading}>
                我的分组
              </Box>
              <Box as="ul" className={styles.list}>
                {records.map((group) => (
                  <Box as="li" key={group.groupId}>
                    <GroupCard
                      group={group}
                      onOpen={() => showAtHome(group)}
                      onMore={() => setOpen({ kind: 'actions', group })}
                    />
                  </Box>
                ))}
              </Box>
            </>
          )
        }
      </Async>
      <GroupSheets open={open} setOpen={setOpen} />
    </Page>
  )
}
