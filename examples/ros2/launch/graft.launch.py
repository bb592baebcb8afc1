"""Starts rosbridge, rosapi and, where asked, a run of graft in the world of this package.

ros2 launch graft_delivery graft.launch.py                        rosbridge only
ros2 launch graft_delivery graft.launch.py armed_by:=your-name    and graft, which then moves the robot
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.conditions import LaunchConfigurationNotEquals
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare


def generate_launch_description():
    share = FindPackageShare("graft_delivery")
    params = PathJoinSubstitution([share, "config", "params.yaml"])
    armed_by = LaunchConfiguration("armed_by")
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "armed_by",
                default_value="",
                description="name of whoever stands at the robot; empty: nothing is started that moves it",
            ),
            DeclareLaunchArgument("episodes", default_value="3", description="how many episodes graft runs"),
            DeclareLaunchArgument("out", default_value="runs", description="folder in which runs are kept"),
            Node(
                package="rosbridge_server",
                executable="rosbridge_websocket",
                name="rosbridge_websocket",
                parameters=[params],
                output="screen",
            ),
            Node(package="rosapi", executable="rosapi_node", name="rosapi", parameters=[params]),
            ExecuteProcess(
                cmd=[
                    "graft",
                    "run",
                    "--world",
                    share,
                    "--episodes",
                    LaunchConfiguration("episodes"),
                    "--armed-by",
                    armed_by,
                    "--out",
                    LaunchConfiguration("out"),
                ],
                condition=LaunchConfigurationNotEquals("armed_by", ""),
                output="screen",
                # what stops the robot has this long before it is killed
                sigterm_timeout="10",
            ),
        ]
    )
