import { View } from '@tarojs/components'

export default function UserMessageListPage() {
  return <View>user/messageList</View>
}
