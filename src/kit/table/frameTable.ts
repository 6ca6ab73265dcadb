import { Table } from "@blueprintjs/table";

type Update = Parameters<Table["shouldComponentUpdate"]>;
type Updated = Parameters<Table["componentDidUpdate"]>;

/**
 * Blueprint's table as the frame of ours: the rows are drawn by `GridBody`, so nothing of the frame changes while they are scrolled up and down,
 * or are others. Blueprint puts equal but new children and widths into its state at each of these, and would draw everything again.
 */
export class FrameTable extends Table {
  override shouldComponentUpdate(...[props, state]: Update): boolean {
    const { viewportRect: before, columnWidths, childrenArray } = this.state;
    const after = state.viewportRect;
    const alike =
      state.columnWidths.length === columnWidths.length && state.columnWidths.every((width, col) => width === columnWidths[col]);
    if (!alike || props.children !== this.props.children) return super.shouldComponentUpdate(props, state);
    const sameSize = before?.left === after?.left && before?.width === after?.width && before?.height === after?.height;
    const seen = before && after && sameSize ? { viewportRect: before } : {};
    return super.shouldComponentUpdate(props, { ...state, ...seen, columnWidths, childrenArray });
  }

  /** Blueprint takes new widths in after it has drawn, and draws by them at the next step of a scroll. */
  override componentDidUpdate(...[props, state]: Updated): void {
    super.componentDidUpdate(props, state);
    if (props.columnWidths !== this.props.columnWidths) this.forceUpdate();
  }
}
