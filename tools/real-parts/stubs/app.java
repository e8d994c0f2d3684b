// android.app, android.content: the identity that the server borrows, the clipboard and the list of apps.

package android.app;

public class ActivityThreadInternal {}

package android.app;

public class ActivityThread extends ActivityThreadInternal {
  private static ActivityThread sCurrentActivityThread;
  boolean mSystemThread;
  AppBindData mBoundApplication;
  Application mInitialApplication;
  ConfigurationController mConfigurationController;

  static class AppBindData {
    android.content.pm.ApplicationInfo appInfo;
  }

  public android.content.Context getSystemContext() {
    return new android.content.Context();
  }
}

package android.app;

public class ConfigurationController {
  ConfigurationController(ActivityThreadInternal thread) {}
}

package android.app;

public class Application extends android.content.ContextWrapper {
  public Application() {
    super(null);
  }
}

package android.content;

public class Context {
  private static final ClipboardManager CLIPBOARD = new ClipboardManager();
  private static final android.hardware.input.InputManager INPUT = new android.hardware.input.InputManager();

  public Object getSystemService(String name) {
    return switch (name) {
      case "clipboard" -> phone.State.fails("clipboard") ? null : CLIPBOARD;
      case "input" -> INPUT;
      default -> null;
    };
  }

  public android.content.pm.PackageManager getPackageManager() {
    return new android.content.pm.PackageManager();
  }
}

package android.content;

public class ContextWrapper extends Context {
  Context mBase;

  public ContextWrapper(Context base) {
    mBase = base;
  }

  @Override
  public Object getSystemService(String name) {
    return mBase.getSystemService(name);
  }
}

package android.content;

public class ClipboardManager {
  Context mContext;

  public interface OnPrimaryClipChangedListener {
    void onPrimaryClipChanged();
  }

  public ClipData getPrimaryClip() {
    String text = phone.State.clipboard();
    return text == null ? null : ClipData.newPlainText(null, text);
  }

  public void setPrimaryClip(ClipData clip) {
    phone.State.setClipboard(clip.getItemAt(0).getText().toString());
  }

  public void addPrimaryClipChangedListener(OnPrimaryClipChangedListener listener) {
    phone.State.watchClipboard(listener::onPrimaryClipChanged);
  }
}

package android.content;

public class ClipData {
  private final Item item = new Item();

  public static class Item {
    private CharSequence text;

    public CharSequence getText() {
      return text;
    }
  }

  public static ClipData newPlainText(CharSequence label, CharSequence text) {
    ClipData clip = new ClipData();
    clip.item.text = text;
    return clip;
  }

  public int getItemCount() {
    return 1;
  }

  public Item getItemAt(int index) {
    return item;
  }
}

package android.content.pm;

public class ApplicationInfo {
  public String packageName;
  public boolean enabled = true;
  public int flags;
  String label;
}

package android.content.pm;

import java.util.List;

public class PackageManager {
  private static final int FLAG_SYSTEM = 1;

  public List<ApplicationInfo> getInstalledApplications(int flags) {
    return phone.State.packages().stream().map(PackageManager::read).toList();
  }

  private static ApplicationInfo read(String[] words) {
    ApplicationInfo info = new ApplicationInfo();
    info.packageName = words[0];
    info.flags = words[3].equals("system") ? FLAG_SYSTEM : 0;
    info.label = words[4];
    return info;
  }

  public CharSequence getApplicationLabel(ApplicationInfo info) {
    return info.label;
  }

  public android.content.Intent getLaunchIntentForPackage(String name) {
    return new android.content.Intent("android.intent.action.MAIN");
  }
}
