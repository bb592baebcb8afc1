/** The start of a `.btlog` file (FileLogger2 of BehaviorTree.CPP): magic, version, length of the XML, the XML, time. */
export const MAGIC = 'BTCPP4-FileLogger2'
export const BTLOG_VERSION = 1
