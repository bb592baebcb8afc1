"""Starts rosbridge and rosapi for graft.

ros2 launch graft_delivery graft.launch.py
graft run --world "$(ros2 pkg prefix --share graft_delivery)" --armed-by your-name     in a terminal of its own

graft is not started here: Ctrl-C ends everything that a launch file has started at once, and without the bridge graft
could not cancel the goal that the robot is on its way to.
"""

from launch import LaunchDescription
from launch.substitutions import PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare


def generate_launch_description():
    share = FindPackageShare("graft_delivery")
    params = PathJoinSubstitution([share, "config", "params.yaml"])
    return LaunchDescription(
        [
            Node(
                package="rosbridge_server",
                executable="rosbridge_websocket",
                name="rosbridge_websocket",
                parameters=[params],
                output="screen",
            ),
            Node(package="rosapi", executable="rosapi_node", name="rosapi", parameters=[params]),
        ]
    )
