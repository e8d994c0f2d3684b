import { useLocation } from '@tanstack/react-router'
import { formatCount, formatFileSize } from '@yunji/contract/display/text'
import {
  createExport,
  createUserExport,
  getExports,
  getUserExports,
  openExport,
} from '@yunji/contract/operator/export-calls'
import { type ExportList as List, listExportOf } from '@yunji/contract/operator/export-lists'
import { headingOf } from '@yunji/contract/operator/list-export'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/form.tsx'
import { localSearch } from '../ui/list/local-search.ts'
import { listFields } from '../ui/list/search-state.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Empty, State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { time } from './labels.tsx'

const REFETCH_MS = 3_000

interface ExportProps {
  readonly list: List
  /** Parameters of a list whose filters do not stand in the address of the page. */
  readonly query?: string
}

/** Button of a list: exports it as it is filtered, with the chosen columns. */
export function ExportButton({ list, query }: ExportProps) {
  const mayExport = useRight('data.export')
  const [isOpen, setOpen] = useState(false)
  if (!mayExport) return null
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        导出
      </Button>
      <Dialog
        title={`导出${listExportOf(list).title}`}
        description="按当前的搜索和筛选导出为 CSV；导出会留下操作记录，文件保留 7 天。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <div className={styles.detail}>
          <ExportForm list={list} {...(query !== undefined && { query })} />
          <Card title="最近的导出">
            <ExportList />
          </Card>
        </div>
      </Dialog>
    </>
  )
}

function ExportForm({ list, query: ownQuery }: ExportProps) {
  const names = Object.entries(listExportOf(list).columns).map(([name, column]) => [name, headingOf(column)] as const)
  const [columns, setColumns] = useState<readonly string[]>(names.map(([name]) => name))
  const searchText = useLocation({ select: ({ searchStr }) => searchStr })
  const create = useWrite(createExport, { done: '已开始导出，完成后可以下载' })
  const query = new URLSearchParams(ownQuery ?? searchText)
  const isNarrowed = query.has(localSearch.name)
  const start = (): void => {
    for (const field of listFields) query.delete(field)
    // In the order of the list, whichever was chosen last.
    const chosen = names.map(([name]) => name).filter((name) => columns.includes(name))
    create.mutate({ list, query: query.toString(), columns: chosen })
  }
  return (
    <>
      <div className={styles.checks} role="group" aria-label="导出的列">
        {names.map(([name, label]) => (
          <Check
            key={name}
            label={label}
            isChecked={columns.includes(name)}
            onChange={(isOn) => setColumns(isOn ? [...columns, name] : columns.filter((other) => other !== name))}
          />
        ))}
      </div>
      {isNarrowed && <p className={styles.note}>页面上的查找不限制导出：导出符合筛选条件的全部记录。</p>}
      <div className={styles.buttons}>
        <Button tone="primary" isBusy={create.isPending} disabled={columns.length === 0} onClick={start}>
          开始导出
        </Button>
      </div>
    </>
  )
}

function ExportList() {
  const exports = useCall(getExports, {}, { refetchMs: REFETCH_MS })
  return (
    <Async of={exports}>
      {({ records }) => <Files of={records} nameOf={({ list }) => listExportOf(list).title} />}
    </Async>
  )
}

interface File {
  readonly exportId: number
  readonly state: 'waiting' | 'done' | 'failed'
  readonly rows: number
  readonly isCut: boolean
  readonly sizeBytes: number
  readonly createdAt: number
}

interface FilesProps<Of extends File> {
  readonly of: readonly Of[]
  readonly nameOf: (file: Of) => string
}

function Files<Of extends File>({ of, nameOf }: FilesProps<Of>) {
  const open = useWrite(openExport, { onDone: ({ address }) => location.assign(address) })
  if (of.length === 0) return <Empty title="还没有导出" icon="download" />
  return (
    <ul className={styles.lines}>
      {of.map((file) => (
        <li key={file.exportId}>
          <span>
            {nameOf(file)} {time(file.createdAt)}
            {file.state === 'done' &&
              `，${file.isCut ? '只有前 ' : ''}${formatCount(file.rows)} 行，${formatFileSize(file.sizeBytes)}`}
          </span>
          {file.state === 'done' ? (
            <Button tone="ghost" isBusy={open.isPending} onClick={() => open.mutate({ exportId: file.exportId })}>
              下载
            </Button>
          ) : (
            <State tone={file.state === 'failed' ? 'dead' : 'back'}>
              {file.state === 'failed' ? '失败' : '导出中'}
            </State>
          )}
        </li>
      ))}
    </ul>
  )
}

interface PersonExportProps {
  readonly user: { readonly userId: number; readonly name: string }
}

/** Exports all data of one customer, on their request. */
export function PersonExportButton({ user: { userId, name } }: PersonExportProps) {
  const mayExport = useRight('data.export')
  const [isOpen, setOpen] = useState(false)
  if (!mayExport) return null
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        导出数据…
      </Button>
      <Dialog
        title={`导出「${name}」的数据`}
        description="应用户要求，把账号、设备、交易、消息、工单和云空间的全部记录导出为 ZIP，不含密码和他人的数据。导出和下载都留下操作记录；文件保留 7 天，账号注销时删除。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <PersonExports userId={userId} />
      </Dialog>
    </>
  )
}

function PersonExports({ userId }: { readonly userId: number }) {
  const exports = useCall(getUserExports, { userId: String(userId) }, { refetchMs: REFETCH_MS })
  const create = useWrite(createUserExport, { done: '已开始导出，完成后可以下载' })
  return (
    <div className={styles.detail}>
      <div className={styles.buttons}>
        <Button
          tone="primary"
          isBusy={create.isPending}
          disabled={exports.data?.records.some(({ state }) => state === 'waiting')}
          onClick={() => create.mutate({ userId })}
        >
          开始导出
        </Button>
      </div>
      <Card title="最近的导出">
        <Async of={exports}>{({ records }) => <Files of={records} nameOf={() => '全部数据'} />}</Async>
      </Card>
    </div>
  )
}
