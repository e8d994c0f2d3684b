import { spaceViewOf, VIEW_PARAM } from '../../../shared/navigation/page-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { TransfersView } from '../uploads/transfers-view.tsx'
import { FilesView } from './files-view.tsx'
import { PhoneView } from './phone-view.tsx'
import { TrashView } from './trash-view.tsx'

/** The specification has one route for all of the space; the query says which side. */
export function SpacePage({ params }: { readonly params: PageParams }) {
  switch (spaceViewOf(params[VIEW_PARAM])) {
    case 'files':
      return <FilesView params={params} />
    case 'trash':
      return <TrashView />
    case 'transfers':
      return <TransfersView />
    case 'phone':
      return <PhoneView params={params} />
  }
}
