import { View } from '@tarojs/components'

export default function GroupPage() {
  return <View>Group/index</View>
}
