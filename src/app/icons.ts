import { type IconName, type IconPaths, IconSize, Icons } from "@blueprintjs/icons";
import arrowDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js";
import arrowLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left.js";
import arrowRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-right.js";
import arrowUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js";
import arrowsVertical from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrows-vertical.js";
import book from "@blueprintjs/icons/lib/esm/generated/16px/paths/book.js";
import calendar from "@blueprintjs/icons/lib/esm/generated/16px/paths/calendar.js";
import caretDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down.js";
import cellTower from "@blueprintjs/icons/lib/esm/generated/16px/paths/cell-tower.js";
import chart from "@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js";
import chevronBackward from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-backward.js";
import chevronDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-down.js";
import chevronForward from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-forward.js";
import chevronLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-left.js";
import chevronRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right.js";
import chevronUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-up.js";
import clipboard from "@blueprintjs/icons/lib/esm/generated/16px/paths/clipboard.js";
import cog from "@blueprintjs/icons/lib/esm/generated/16px/paths/cog.js";
import confirm from "@blueprintjs/icons/lib/esm/generated/16px/paths/confirm.js";
import cross from "@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js";
import cube from "@blueprintjs/icons/lib/esm/generated/16px/paths/cube.js";
import deleteIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/delete.js";
import diagramTree from "@blueprintjs/icons/lib/esm/generated/16px/paths/diagram-tree.js";
import disable from "@blueprintjs/icons/lib/esm/generated/16px/paths/disable.js";
import documentIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/document.js";
import dot from "@blueprintjs/icons/lib/esm/generated/16px/paths/dot.js";
import doubleCaretVertical from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-caret-vertical.js";
import doubleChevronDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-down.js";
import doubleChevronLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-left.js";
import doubleChevronRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-right.js";
import doubleChevronUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-up.js";
import download from "@blueprintjs/icons/lib/esm/generated/16px/paths/download.js";
import driveTime from "@blueprintjs/icons/lib/esm/generated/16px/paths/drive-time.js";
import duplicate from "@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate.js";
import edit from "@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js";
import endorsed from "@blueprintjs/icons/lib/esm/generated/16px/paths/endorsed.js";
import error from "@blueprintjs/icons/lib/esm/generated/16px/paths/error.js";
import exportIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/export.js";
import eyeOff from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-off.js";
import eyeOpen from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js";
import filter from "@blueprintjs/icons/lib/esm/generated/16px/paths/filter.js";
import filterList from "@blueprintjs/icons/lib/esm/generated/16px/paths/filter-list.js";
import groupObjects from "@blueprintjs/icons/lib/esm/generated/16px/paths/group-objects.js";
import help from "@blueprintjs/icons/lib/esm/generated/16px/paths/help.js";
import highPriority from "@blueprintjs/icons/lib/esm/generated/16px/paths/high-priority.js";
import history from "@blueprintjs/icons/lib/esm/generated/16px/paths/history.js";
import home from "@blueprintjs/icons/lib/esm/generated/16px/paths/home.js";
import idNumber from "@blueprintjs/icons/lib/esm/generated/16px/paths/id-number.js";
import inbox from "@blueprintjs/icons/lib/esm/generated/16px/paths/inbox.js";
import infoSign from "@blueprintjs/icons/lib/esm/generated/16px/paths/info-sign.js";
import issue from "@blueprintjs/icons/lib/esm/generated/16px/paths/issue.js";
import key from "@blueprintjs/icons/lib/esm/generated/16px/paths/key.js";
import keyCommand from "@blueprintjs/icons/lib/esm/generated/16px/paths/key-command.js";
import labTest from "@blueprintjs/icons/lib/esm/generated/16px/paths/lab-test.js";
import link from "@blueprintjs/icons/lib/esm/generated/16px/paths/link.js";
import list from "@blueprintjs/icons/lib/esm/generated/16px/paths/list.js";
import lock from "@blueprintjs/icons/lib/esm/generated/16px/paths/lock.js";
import manual from "@blueprintjs/icons/lib/esm/generated/16px/paths/manual.js";
import maximize from "@blueprintjs/icons/lib/esm/generated/16px/paths/maximize.js";
import media from "@blueprintjs/icons/lib/esm/generated/16px/paths/media.js";
import menu from "@blueprintjs/icons/lib/esm/generated/16px/paths/menu.js";
import minimize from "@blueprintjs/icons/lib/esm/generated/16px/paths/minimize.js";
import mobilePhone from "@blueprintjs/icons/lib/esm/generated/16px/paths/mobile-phone.js";
import more from "@blueprintjs/icons/lib/esm/generated/16px/paths/more.js";
import notifications from "@blueprintjs/icons/lib/esm/generated/16px/paths/notifications.js";
import notificationsUpdated from "@blueprintjs/icons/lib/esm/generated/16px/paths/notifications-updated.js";
import office from "@blueprintjs/icons/lib/esm/generated/16px/paths/office.js";
import pause from "@blueprintjs/icons/lib/esm/generated/16px/paths/pause.js";
import people from "@blueprintjs/icons/lib/esm/generated/16px/paths/people.js";
import percentage from "@blueprintjs/icons/lib/esm/generated/16px/paths/percentage.js";
import pin from "@blueprintjs/icons/lib/esm/generated/16px/paths/pin.js";
import play from "@blueprintjs/icons/lib/esm/generated/16px/paths/play.js";
import plus from "@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js";
import presentation from "@blueprintjs/icons/lib/esm/generated/16px/paths/presentation.js";
import print from "@blueprintjs/icons/lib/esm/generated/16px/paths/print.js";
import record from "@blueprintjs/icons/lib/esm/generated/16px/paths/record.js";
import refresh from "@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js";
import remove from "@blueprintjs/icons/lib/esm/generated/16px/paths/remove.js";
import reset from "@blueprintjs/icons/lib/esm/generated/16px/paths/reset.js";
import search from "@blueprintjs/icons/lib/esm/generated/16px/paths/search.js";
import sendMessage from "@blueprintjs/icons/lib/esm/generated/16px/paths/send-message.js";
import seriesAdd from "@blueprintjs/icons/lib/esm/generated/16px/paths/series-add.js";
import settings from "@blueprintjs/icons/lib/esm/generated/16px/paths/settings.js";
import smallCross from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-cross.js";
import smallMinus from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-minus.js";
import smallTick from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-tick.js";
import socialMedia from "@blueprintjs/icons/lib/esm/generated/16px/paths/social-media.js";
import sortAsc from "@blueprintjs/icons/lib/esm/generated/16px/paths/sort-asc.js";
import sortDesc from "@blueprintjs/icons/lib/esm/generated/16px/paths/sort-desc.js";
import star from "@blueprintjs/icons/lib/esm/generated/16px/paths/star.js";
import starEmpty from "@blueprintjs/icons/lib/esm/generated/16px/paths/star-empty.js";
import th from "@blueprintjs/icons/lib/esm/generated/16px/paths/th.js";
import thList from "@blueprintjs/icons/lib/esm/generated/16px/paths/th-list.js";
import tick from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js";
import tickCircle from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick-circle.js";
import time from "@blueprintjs/icons/lib/esm/generated/16px/paths/time.js";
import timelineLineChart from "@blueprintjs/icons/lib/esm/generated/16px/paths/timeline-line-chart.js";
import trash from "@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js";
import undo from "@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js";
import unpin from "@blueprintjs/icons/lib/esm/generated/16px/paths/unpin.js";
import user from "@blueprintjs/icons/lib/esm/generated/16px/paths/user.js";
import volumeOff from "@blueprintjs/icons/lib/esm/generated/16px/paths/volume-off.js";
import volumeUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/volume-up.js";
import warningSign from "@blueprintjs/icons/lib/esm/generated/16px/paths/warning-sign.js";
import zoomIn from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-in.js";
import zoomOut from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-out.js";
import zoomToFit from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-to-fit.js";
import errorLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/error.js";
import inboxLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/inbox.js";
import lockLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/lock.js";
import searchLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/search.js";
import timelineLineChartLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/timeline-line-chart.js";
import warningSignLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/warning-sign.js";

type Shapes = Readonly<Partial<Record<IconName, IconPaths>>>;

/** The shapes that the console's own controls and its menu use, at hand at once. */
const atHand: Shapes = {
  book,
  chart,
  cog,
  endorsed,
  "filter-list": filterList,
  "group-objects": groupObjects,
  home,
  "id-number": idNumber,
  "lab-test": labTest,
  media,
  menu,
  "mobile-phone": mobilePhone,
  "notifications-updated": notificationsUpdated,
  office,
  percentage,
  presentation,
  user,
  document: documentIcon,
  print,
  record,
  people,
  list,
  key,
  export: exportIcon,
  dot,
  "diagram-tree": diagramTree,
  "arrow-down": arrowDown,
  "arrow-left": arrowLeft,
  "arrow-right": arrowRight,
  "arrow-up": arrowUp,
  "arrows-vertical": arrowsVertical,
  calendar,
  "caret-down": caretDown,
  "cell-tower": cellTower,
  "chevron-backward": chevronBackward,
  "chevron-down": chevronDown,
  "chevron-forward": chevronForward,
  "chevron-left": chevronLeft,
  "chevron-right": chevronRight,
  "chevron-up": chevronUp,
  clipboard,
  confirm,
  cross,
  cube,
  delete: deleteIcon,
  disable,
  "double-caret-vertical": doubleCaretVertical,
  "double-chevron-down": doubleChevronDown,
  "double-chevron-left": doubleChevronLeft,
  "double-chevron-right": doubleChevronRight,
  "double-chevron-up": doubleChevronUp,
  download,
  "drive-time": driveTime,
  duplicate,
  edit,
  error,
  "eye-off": eyeOff,
  "eye-open": eyeOpen,
  filter,
  help,
  "high-priority": highPriority,
  history,
  inbox,
  "info-sign": infoSign,
  issue,
  "key-command": keyCommand,
  link,
  lock,
  manual,
  maximize,
  minimize,
  more,
  notifications,
  pause,
  pin,
  play,
  plus,
  refresh,
  remove,
  reset,
  search,
  "send-message": sendMessage,
  "series-add": seriesAdd,
  settings,
  "small-cross": smallCross,
  "small-minus": smallMinus,
  "small-tick": smallTick,
  "social-media": socialMedia,
  "sort-asc": sortAsc,
  "sort-desc": sortDesc,
  th,
  "th-list": thList,
  tick,
  "tick-circle": tickCircle,
  time,
  "timeline-line-chart": timelineLineChart,
  trash,
  undo,
  star,
  "star-empty": starEmpty,
  unpin,
  "volume-off": volumeOff,
  "volume-up": volumeUp,
  "warning-sign": warningSign,
  "zoom-in": zoomIn,
  "zoom-out": zoomOut,
  "zoom-to-fit": zoomToFit,
};

/** The larger drawing, for what stands alone on an empty page. */
const atHandLarge: Shapes = {
  inbox: inboxLarge,
  search: searchLarge,
  "timeline-line-chart": timelineLineChartLarge,
  lock: lockLarge,
  error: errorLarge,
  "warning-sign": warningSignLarge,
};

const shapesAtHand = (size: IconSize): Shapes => (size === IconSize.LARGE ? atHandLarge : atHand);

export const isAtHand = (name: string): name is IconName => Object.hasOwn(atHand, name);

const isIconName = (name: string): name is IconName => isAtHand(name) || Object.hasOwn(atHandLarge, name);

/** Blueprint would load the shapes of all its icons for the first that is drawn; so does this, but only for one that is not at hand. */
export const startIcons = (): void => {
  Icons.setLoaderOptions({
    async loader(name, size) {
      const paths = shapesAtHand(size)[name];
      if (paths) return paths;
      const { splitPathsBySizeLoader } = await import("@blueprintjs/icons/lib/esm/paths-loaders/splitPathsBySizeLoader.js");
      return splitPathsBySizeLoader(name, size);
    },
  });
  // Known before the first of them is drawn: it would come up empty otherwise.
  for (const size of [IconSize.STANDARD, IconSize.LARGE]) void Icons.load(Object.keys(shapesAtHand(size)).filter(isIconName), size);
};
