import { View } from '@tarojs/components'

export default function GroupMoveGroupPage() {
  return <View>Group/pages/MoveGroup</View>
}
