import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function TaskPage() {
  return <UnderConstructionPage route="Task/index" />
}
