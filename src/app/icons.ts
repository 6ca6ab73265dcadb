import { type IconName, IconSize, Icons } from "@blueprintjs/icons";
import book from "@blueprintjs/icons/lib/esm/generated/16px/paths/book.js";
import caretDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down.js";
import chart from "@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js";
import chevronBackward from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-backward.js";
import chevronDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-down.js";
import chevronForward from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-forward.js";
import chevronLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-left.js";
import chevronRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right.js";
import chevronUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-up.js";
import cog from "@blueprintjs/icons/lib/esm/generated/16px/paths/cog.js";
import cross from "@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js";
import cube from "@blueprintjs/icons/lib/esm/generated/16px/paths/cube.js";
import diagramTree from "@blueprintjs/icons/lib/esm/generated/16px/paths/diagram-tree.js";
import documentIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/document.js";
import dot from "@blueprintjs/icons/lib/esm/generated/16px/paths/dot.js";
import edit from "@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js";
import endorsed from "@blueprintjs/icons/lib/esm/generated/16px/paths/endorsed.js";
import error from "@blueprintjs/icons/lib/esm/generated/16px/paths/error.js";
import exportIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/export.js";
import filterList from "@blueprintjs/icons/lib/esm/generated/16px/paths/filter-list.js";
import gridView from "@blueprintjs/icons/lib/esm/generated/16px/paths/grid-view.js";
import groupObjects from "@blueprintjs/icons/lib/esm/generated/16px/paths/group-objects.js";
import history from "@blueprintjs/icons/lib/esm/generated/16px/paths/history.js";
import home from "@blueprintjs/icons/lib/esm/generated/16px/paths/home.js";
import idNumber from "@blueprintjs/icons/lib/esm/generated/16px/paths/id-number.js";
import importIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/import.js";
import inbox from "@blueprintjs/icons/lib/esm/generated/16px/paths/inbox.js";
import infoSign from "@blueprintjs/icons/lib/esm/generated/16px/paths/info-sign.js";
import key from "@blueprintjs/icons/lib/esm/generated/16px/paths/key.js";
import labTest from "@blueprintjs/icons/lib/esm/generated/16px/paths/lab-test.js";
import list from "@blueprintjs/icons/lib/esm/generated/16px/paths/list.js";
import lock from "@blueprintjs/icons/lib/esm/generated/16px/paths/lock.js";
import map from "@blueprintjs/icons/lib/esm/generated/16px/paths/map.js";
import media from "@blueprintjs/icons/lib/esm/generated/16px/paths/media.js";
import menu from "@blueprintjs/icons/lib/esm/generated/16px/paths/menu.js";
import mobilePhone from "@blueprintjs/icons/lib/esm/generated/16px/paths/mobile-phone.js";
import notifications from "@blueprintjs/icons/lib/esm/generated/16px/paths/notifications.js";
import notificationsUpdated from "@blueprintjs/icons/lib/esm/generated/16px/paths/notifications-updated.js";
import office from "@blueprintjs/icons/lib/esm/generated/16px/paths/office.js";
import people from "@blueprintjs/icons/lib/esm/generated/16px/paths/people.js";
import percentage from "@blueprintjs/icons/lib/esm/generated/16px/paths/percentage.js";
import plus from "@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js";
import presentation from "@blueprintjs/icons/lib/esm/generated/16px/paths/presentation.js";
import print from "@blueprintjs/icons/lib/esm/generated/16px/paths/print.js";
import record from "@blueprintjs/icons/lib/esm/generated/16px/paths/record.js";
import refresh from "@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js";
import search from "@blueprintjs/icons/lib/esm/generated/16px/paths/search.js";
import smallCross from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-cross.js";
import star from "@blueprintjs/icons/lib/esm/generated/16px/paths/star.js";
import starEmpty from "@blueprintjs/icons/lib/esm/generated/16px/paths/star-empty.js";
import swapHorizontal from "@blueprintjs/icons/lib/esm/generated/16px/paths/swap-horizontal.js";
import th from "@blueprintjs/icons/lib/esm/generated/16px/paths/th.js";
import thList from "@blueprintjs/icons/lib/esm/generated/16px/paths/th-list.js";
import tick from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js";
import tickCircle from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick-circle.js";
import time from "@blueprintjs/icons/lib/esm/generated/16px/paths/time.js";
import timelineLineChart from "@blueprintjs/icons/lib/esm/generated/16px/paths/timeline-line-chart.js";
import trash from "@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js";
import user from "@blueprintjs/icons/lib/esm/generated/16px/paths/user.js";
import video from "@blueprintjs/icons/lib/esm/generated/16px/paths/video.js";
import volumeUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/volume-up.js";
import warningSign from "@blueprintjs/icons/lib/esm/generated/16px/paths/warning-sign.js";
import errorLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/error.js";
import inboxLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/inbox.js";
import lockLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/lock.js";
import searchLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/search.js";
import warningSignLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/warning-sign.js";
import { loadPart } from "#src/kit/part/loadPart.ts";
import type { Shapes } from "./iconShapes.ts";

/** The shapes that the shell, its menu and every list use, at hand at once. */
const atHand: Shapes = {
  th,
  map,
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
  import: importIcon,
  dot,
  "diagram-tree": diagramTree,
  "caret-down": caretDown,
  "chevron-backward": chevronBackward,
  "chevron-down": chevronDown,
  "chevron-forward": chevronForward,
  "chevron-left": chevronLeft,
  "chevron-right": chevronRight,
  "chevron-up": chevronUp,
  cross,
  cube,
  edit,
  error,
  "grid-view": gridView,
  history,
  inbox,
  "info-sign": infoSign,
  lock,
  notifications,
  plus,
  refresh,
  search,
  "small-cross": smallCross,
  star,
  "star-empty": starEmpty,
  "swap-horizontal": swapHorizontal,
  "th-list": thList,
  tick,
  "tick-circle": tickCircle,
  time,
  "timeline-line-chart": timelineLineChart,
  trash,
  video,
  "volume-up": volumeUp,
  "warning-sign": warningSign,
};

/** The larger drawing, for what stands alone on an empty page. */
const atHandLarge: Shapes = {
  inbox: inboxLarge,
  search: searchLarge,
  lock: lockLarge,
  error: errorLarge,
  "warning-sign": warningSignLarge,
};

const isLarge = (size: IconSize): boolean => size === IconSize.LARGE;
const shapesAtHand = (size: IconSize): Shapes => (isLarge(size) ? atHandLarge : atHand);

export const isAtHand = (name: string): name is IconName => Object.hasOwn(atHand, name);

/** Told to Blueprint before the first of them is drawn: it would come up empty otherwise. */
const tell = (shapes: Shapes, size: IconSize): Promise<void> => Icons.load(Object.keys(shapes) as IconName[], size);

/** All others that the console names. */
export const loadScreenIcons = async (): Promise<void> => {
  const { screenIcons, screenIconsLarge } = await loadPart(() => import("./screenIcons.ts"));
  await Promise.all([tell(screenIcons, IconSize.STANDARD), tell(screenIconsLarge, IconSize.LARGE)]);
};

/** Blueprint would load the shapes of all its icons for the first that is drawn; so does this, but only for one that the console does not name. */
export const startIcons = (): void => {
  Icons.setLoaderOptions({
    async loader(name, size) {
      const paths = shapesAtHand(size)[name];
      if (paths) return paths;
      const { screenIcons, screenIconsLarge } = await import("./screenIcons.ts");
      const further = (isLarge(size) ? screenIconsLarge : screenIcons)[name];
      if (further) return further;
      const { splitPathsBySizeLoader } = await import("@blueprintjs/icons/lib/esm/paths-loaders/splitPathsBySizeLoader.js");
      return splitPathsBySizeLoader(name, size);
    },
  });
  for (const size of [IconSize.STANDARD, IconSize.LARGE]) void tell(shapesAtHand(size), size);
};
