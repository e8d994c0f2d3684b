import { DataCentrePage } from '../../features/space/backups/data-centre-page.tsx'
import { NewBackupPage } from '../../features/space/backups/new-backup-page.tsx'
import { RestorePage } from '../../features/space/backups/restore-page.tsx'
import { TrashPage } from '../../features/space/backups/trash-page.tsx'
import { centreViewOf } from '../../shared/navigation/backup-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function SpaceDataCenterPage() {
  const params = usePageParams()
  switch (centreViewOf(params)) {
    case 'backup':
      return <NewBackupPage params={params} />
    case 'restore':
      return <RestorePage params={params} />
    case 'trash':
      return <TrashPage />
    case undefined:
      return <DataCentrePage params={params} />
  }
}
