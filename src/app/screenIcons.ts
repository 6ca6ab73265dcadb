import arrowDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js";
import arrowLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left.js";
import arrowRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-right.js";
import arrowUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js";
import arrowsVertical from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrows-vertical.js";
import calendar from "@blueprintjs/icons/lib/esm/generated/16px/paths/calendar.js";
import camera from "@blueprintjs/icons/lib/esm/generated/16px/paths/camera.js";
import cellTower from "@blueprintjs/icons/lib/esm/generated/16px/paths/cell-tower.js";
import clipboard from "@blueprintjs/icons/lib/esm/generated/16px/paths/clipboard.js";
import comment from "@blueprintjs/icons/lib/esm/generated/16px/paths/comment.js";
import confirm from "@blueprintjs/icons/lib/esm/generated/16px/paths/confirm.js";
import dashboard from "@blueprintjs/icons/lib/esm/generated/16px/paths/dashboard.js";
import database from "@blueprintjs/icons/lib/esm/generated/16px/paths/database.js";
import deleteIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/delete.js";
import disable from "@blueprintjs/icons/lib/esm/generated/16px/paths/disable.js";
import documentOpen from "@blueprintjs/icons/lib/esm/generated/16px/paths/document-open.js";
import doubleCaretVertical from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-caret-vertical.js";
import doubleChevronDown from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-down.js";
import doubleChevronLeft from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-left.js";
import doubleChevronRight from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-right.js";
import doubleChevronUp from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-chevron-up.js";
import download from "@blueprintjs/icons/lib/esm/generated/16px/paths/download.js";
import dragHandleVertical from "@blueprintjs/icons/lib/esm/generated/16px/paths/drag-handle-vertical.js";
import driveTime from "@blueprintjs/icons/lib/esm/generated/16px/paths/drive-time.js";
import duplicate from "@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate.js";
import eraser from "@blueprintjs/icons/lib/esm/generated/16px/paths/eraser.js";
import exchange from "@blueprintjs/icons/lib/esm/generated/16px/paths/exchange.js";
import eyeOff from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-off.js";
import eyeOpen from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js";
import filter from "@blueprintjs/icons/lib/esm/generated/16px/paths/filter.js";
import font from "@blueprintjs/icons/lib/esm/generated/16px/paths/font.js";
import fullscreen from "@blueprintjs/icons/lib/esm/generated/16px/paths/fullscreen.js";
import grid from "@blueprintjs/icons/lib/esm/generated/16px/paths/grid.js";
import help from "@blueprintjs/icons/lib/esm/generated/16px/paths/help.js";
import highPriority from "@blueprintjs/icons/lib/esm/generated/16px/paths/high-priority.js";
import issue from "@blueprintjs/icons/lib/esm/generated/16px/paths/issue.js";
import keyCommand from "@blueprintjs/icons/lib/esm/generated/16px/paths/key-command.js";
import link from "@blueprintjs/icons/lib/esm/generated/16px/paths/link.js";
import manual from "@blueprintjs/icons/lib/esm/generated/16px/paths/manual.js";
import mapMarker from "@blueprintjs/icons/lib/esm/generated/16px/paths/map-marker.js";
import maximize from "@blueprintjs/icons/lib/esm/generated/16px/paths/maximize.js";
import minimize from "@blueprintjs/icons/lib/esm/generated/16px/paths/minimize.js";
import minus from "@blueprintjs/icons/lib/esm/generated/16px/paths/minus.js";
import more from "@blueprintjs/icons/lib/esm/generated/16px/paths/more.js";
import numerical from "@blueprintjs/icons/lib/esm/generated/16px/paths/numerical.js";
import pathSearch from "@blueprintjs/icons/lib/esm/generated/16px/paths/path-search.js";
import pause from "@blueprintjs/icons/lib/esm/generated/16px/paths/pause.js";
import pin from "@blueprintjs/icons/lib/esm/generated/16px/paths/pin.js";
import play from "@blueprintjs/icons/lib/esm/generated/16px/paths/play.js";
import redo from "@blueprintjs/icons/lib/esm/generated/16px/paths/redo.js";
import remove from "@blueprintjs/icons/lib/esm/generated/16px/paths/remove.js";
import reset from "@blueprintjs/icons/lib/esm/generated/16px/paths/reset.js";
import sendMessage from "@blueprintjs/icons/lib/esm/generated/16px/paths/send-message.js";
import seriesAdd from "@blueprintjs/icons/lib/esm/generated/16px/paths/series-add.js";
import settings from "@blueprintjs/icons/lib/esm/generated/16px/paths/settings.js";
import smallMinus from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-minus.js";
import smallTick from "@blueprintjs/icons/lib/esm/generated/16px/paths/small-tick.js";
import socialMedia from "@blueprintjs/icons/lib/esm/generated/16px/paths/social-media.js";
import sortAsc from "@blueprintjs/icons/lib/esm/generated/16px/paths/sort-asc.js";
import sortDesc from "@blueprintjs/icons/lib/esm/generated/16px/paths/sort-desc.js";
import square from "@blueprintjs/icons/lib/esm/generated/16px/paths/square.js";
import switchIcon from "@blueprintjs/icons/lib/esm/generated/16px/paths/switch.js";
import tag from "@blueprintjs/icons/lib/esm/generated/16px/paths/tag.js";
import th from "@blueprintjs/icons/lib/esm/generated/16px/paths/th.js";
import undo from "@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js";
import unpin from "@blueprintjs/icons/lib/esm/generated/16px/paths/unpin.js";
import volumeOff from "@blueprintjs/icons/lib/esm/generated/16px/paths/volume-off.js";
import zoomIn from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-in.js";
import zoomOut from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-out.js";
import zoomToFit from "@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-to-fit.js";
import timelineLineChartLarge from "@blueprintjs/icons/lib/esm/generated/20px/paths/timeline-line-chart.js";
import type { Shapes } from "./iconShapes.ts";

/** What single screens draw besides: it comes behind the first of them. */
export const screenIcons: Shapes = {
  "map-marker": mapMarker,
  "path-search": pathSearch,
  numerical,
  "arrow-down": arrowDown,
  "arrow-left": arrowLeft,
  "arrow-right": arrowRight,
  "arrow-up": arrowUp,
  "arrows-vertical": arrowsVertical,
  calendar,
  camera,
  "cell-tower": cellTower,
  clipboard,
  comment,
  confirm,
  dashboard,
  database,
  delete: deleteIcon,
  disable,
  "document-open": documentOpen,
  "double-caret-vertical": doubleCaretVertical,
  "double-chevron-down": doubleChevronDown,
  "double-chevron-left": doubleChevronLeft,
  "double-chevron-right": doubleChevronRight,
  "double-chevron-up": doubleChevronUp,
  download,
  "drive-time": driveTime,
  "drag-handle-vertical": dragHandleVertical,
  duplicate,
  eraser,
  exchange,
  "eye-off": eyeOff,
  "eye-open": eyeOpen,
  filter,
  font,
  fullscreen,
  grid,
  help,
  "high-priority": highPriority,
  issue,
  "key-command": keyCommand,
  link,
  manual,
  maximize,
  minimize,
  minus,
  more,
  pause,
  pin,
  play,
  redo,
  remove,
  reset,
  "send-message": sendMessage,
  "series-add": seriesAdd,
  settings,
  "small-minus": smallMinus,
  "small-tick": smallTick,
  "social-media": socialMedia,
  "sort-asc": sortAsc,
  "sort-desc": sortDesc,
  square,
  switch: switchIcon,
  tag,
  th,
  undo,
  unpin,
  "volume-off": volumeOff,
  "zoom-in": zoomIn,
  "zoom-out": zoomOut,
  "zoom-to-fit": zoomToFit,
};

export const screenIconsLarge: Shapes = {
  "timeline-line-chart": timelineLineChartLarge,
};
