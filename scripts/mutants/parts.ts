export interface Part {
  name: string;
  /** What is changed: files, as globs; each name in braces is one that there is. */
  mutate: readonly string[];
  /** The tests that are to notice, as globs. */
  tests: readonly string[];
  /** Milliseconds that one test may take; 30,000 unless said. */
  patience?: number;
}

/** What computes without a screen, a socket or a server around it. */
export const parts: readonly Part[] = [
  {
    name: "contract",
    mutate: [
      "contract/{formula,fraction,wholeFormula,pointValue,pointLimits}.ts",
      "contract/kit/{accountLook,localTime,page,plainText,text,wire,zones}.ts",
    ],
    tests: [
      "tests/contract/{accountLook,bounds,edits,formula,page,plainText,pointValue,text,wire,zones}.test.ts",
      "tests/server/wire/decode.test.ts",
      "tests/src/{devicesForm,templateFormula}.test.ts",
    ],
  },
  {
    name: "decode",
    mutate: ["contract/point/*.ts"],
    tests: [
      "tests/server/wire/modbus/{registers,registerTrial}.test.ts",
      "tests/server/wire/decode.test.ts",
      "tests/contract/{formula,pointValue,writtenValue}.test.ts",
      "tests/src/{devicesForm,devicesValue,templateFormula}.test.ts",
    ],
  },
  {
    name: "machines",
    // The sample's machine is a browser's: nothing here would notice.
    mutate: ["machines/!(sampleNotice).ts"],
    tests: ["tests/machines/*.test.ts"],
    // Clocks are simulated, and a machine that was changed often waits for ever.
    patience: 3_000,
  },
  {
    name: "alarm steps",
    mutate: ["server/alarm/{rule,watch,transitions,conditionText,masks,maskEnds}.ts"],
    tests: [
      "tests/server/alarm/{alarmEngine,alarmProperty,conditionText,conditions,flapping,heldBack,manyChanges,masks,refusedWrites,rule,silentAlarms,touched,troubled,watch}.test.ts",
    ],
  },
  {
    name: "telemetry levels and fold",
    mutate: ["server/telemetry/{levels,fold,tally,calendar,freeInstants,newest}.ts"],
    tests: ["tests/server/telemetry/{calendar,fold,givenTimes,heldAndGiven,levels,longStretches,newest,numeric,tally}.test.ts"],
  },
  {
    name: "history cells",
    mutate: ["server/history/{historyCells,gaps,marks,beyondLimits,heldBefore}.ts"],
    tests: ["tests/server/history/*.test.ts"],
  },
  {
    name: "kit reducers",
    mutate: [
      "src/kit/screen/{listState,pickedRows}.ts",
      "src/kit/table/{gridKeys,rowSelection,tableLayout,tableText}.ts",
      "src/kit/tree/treeKeys.ts",
      "src/kit/value/{pointText,shownText,zonedTime}.ts",
      "src/kit/form/draft.ts",
      "src/kit/chart/{curves,curveEdges,curveFolds,figureTable,pointColor}.ts",
    ],
    tests: [
      "tests/src/kit/{curveEdges,draft,gridEdges,screenList,tableKeys,tableLayout,tableText,treeKeys,zonedTime}.test.ts",
      "tests/src/{chartCurves,chartNumbers,devicesValue,pointColour,shownText}.test.ts",
    ],
  },
];
